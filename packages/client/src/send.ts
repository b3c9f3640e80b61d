import type { Clock } from "./clock.ts";
import { checkOptions, type Known } from "./known-options.ts";
import { NetworkError } from "./errors/network-error.ts";
import { TimeoutError } from "./errors/timeout-error.ts";
import { retryWaitMs } from "./retry.ts";

/** Settings that a call can override. */
export interface CallOptions {
  /** Aborts the call, during an attempt or between two; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Maximum duration of the call, all attempts together. */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of retries after the first attempt. */
  readonly maxRetries?: number | undefined;
}

export const callOptions: Known<CallOptions> = { signal: true, timeoutMs: true, maxRetries: true };

/** @throws TypeError */
export const checkCall = (options: CallOptions = {}): void => checkOptions(options, callOptions);

/** How calls reach the service: address, key and settings. */
export interface Transport {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly form?: FormData;
  readonly json?: object;
  /** JSON Lines. */
  readonly lines?: string;
  /** The body is this file, whatever its type. */
  readonly file?: Blob;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response whose body has been read completely. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Converts a response to a result, or throws its error. */
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
      // If the wait would exceed the deadline, the error is thrown immediately.
      if (waitMs === null || clock.now() + waitMs >= endMs) throw error;
      await clock.sleep(waitMs, options.signal);
    }
  }
}

/** Whether an id changes the path: an empty one makes it the path of the list, and URL parsing removes dot segments. */
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
    const { method, form, json, lines, file } = call;
    const headers = {
      authorization: `Bearer ${transport.apiKey}`,
      accept: "application/json",
      ...(json && { "content-type": "application/json" }),
      ...(lines !== undefined && { "content-type": "application/x-ndjson" }),
      ...(file && { "content-type": "application/octet-stream" }),
      ...call.headers,
    };
    const body = form ?? lines ?? file ?? (json && JSON.stringify(json));
    // With "manual" a redirect is an invalid response, so the key is never sent to another host. Workers do not support "error".
    const init: RequestInit = { method, headers, signal, redirect: "manual" };
    const response = await transport.fetch(url, body === undefined ? init : { ...init, body });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (cause) {
    if (aborted?.aborted) throw aborted.reason;
    if (passed.aborted) throw new TimeoutError(timeoutMs);
    throw new NetworkError(url, cause);
  }
}
