import type { Clock } from "./clock.ts";
import { checkOptions, type Known } from "./known-options.ts";
import { NetworkError } from "./errors/network-error.ts";
import { TimeoutError } from "./errors/timeout-error.ts";
import { retryWaitMs } from "./retry.ts";

/** What a call may change of the client's settings. */
export interface CallOptions {
  /** Ends the call, in an attempt or between two; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The longest the call may take, all attempts together. */
  readonly timeoutMs?: number | undefined;
  /** How often to try again after the first attempt. */
  readonly maxRetries?: number | undefined;
}

const callOptions: Known<CallOptions> = { signal: true, timeoutMs: true, maxRetries: true };

/** @throws TypeError */
export const checkCall = (options: CallOptions = {}): void => checkOptions(options, callOptions);

/** How calls reach the service. */
export interface Transport {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

export interface Call {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly form?: FormData;
  readonly json?: object;
  /** JSON, a line each. */
  readonly lines?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that has been read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Makes a result of an answer, or throws the error that it is. */
export type Decode<Result> = (answer: Answer, clock: Clock) => Result;

export async function send<Result>(
  transport: Transport,
  call: Call,
  decode: Decode<Result>,
  options: CallOptions = {},
): Promise<Result> {
  checkCall(options);
  if (leadsElsewhere(call.path)) throw new TypeError("Selfsame: the id is empty, or none");
  const { clock } = transport;
  const maxRetries = options.maxRetries ?? transport.maxRetries;
  const timeoutMs = options.timeoutMs ?? transport.timeoutMs;
  const deadline: Deadline = { timeoutMs, passed: AbortSignal.timeout(timeoutMs) };
  const endMs = clock.now() + timeoutMs;
  for (let attempt = 0; ; attempt++) {
    try {
      return decode(await attemptOnce(transport, call, deadline, options.signal), clock);
    } catch (error) {
      const waitMs = attempt < maxRetries ? retryWaitMs(error, attempt, clock) : null;
      // A wait beyond the deadline is an error at once, with its reason.
      if (waitMs === null || clock.now() + waitMs >= endMs) throw error;
      await clock.sleep(waitMs, options.signal);
    }
  }
}

/** With an empty id the path would be that of the list, whose answer is no session; dots are taken out of addresses as well. */
const leadsElsewhere = (path: string): boolean =>
  path
    .slice(1)
    .replace(/\?.*/s, "")
    .split("/")
    .some((part) => /^\.{0,2}$/.test(part));

interface Deadline {
  readonly timeoutMs: number;
  readonly passed: AbortSignal;
}

async function attemptOnce(
  transport: Transport,
  call: Call,
  { timeoutMs, passed }: Deadline,
  aborted: AbortSignal | undefined,
): Promise<Answer> {
  const signal = aborted === undefined ? passed : AbortSignal.any([aborted, passed]);
  const url = `${transport.baseUrl}${call.path}`;
  aborted?.throwIfAborted();
  try {
    const { method, form, json, lines } = call;
    const headers = {
      authorization: `Bearer ${transport.apiKey}`,
      accept: "application/json",
      ...(json && { "content-type": "application/json" }),
      ...(lines !== undefined && { "content-type": "application/x-ndjson" }),
      ...call.headers,
    };
    const body = form ?? lines ?? (json && JSON.stringify(json));
    // A redirect is then an answer that is not the service's: the key is sent nowhere else. Workers have no "error".
    const init: RequestInit = { method, headers, signal, redirect: "manual" };
    const response = await transport.fetch(url, body === undefined ? init : { ...init, body });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (cause) {
    if (aborted?.aborted) throw aborted.reason;
    if (passed.aborted) throw new TimeoutError(timeoutMs);
    throw new NetworkError(url, cause);
  }
}
