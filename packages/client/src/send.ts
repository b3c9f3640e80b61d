import type { Clock } from "./clock.ts";
import { NetworkError } from "./errors/network-error.ts";
import { TimeoutError } from "./errors/timeout-error.ts";
import { retryWaitMs } from "./retry.ts";

/** What a call may change of the client's settings. */
export interface CallOptions {
  /** Ends the call, in an attempt or between two; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** The longest one attempt may take. */
  readonly timeoutMs?: number;
  /** How often to try again after the first attempt. */
  readonly maxRetries?: number;
}

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
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly form?: FormData;
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
  const maxRetries = options.maxRetries ?? transport.maxRetries;
  for (let attempt = 0; ; attempt++) {
    try {
      return decode(await attemptOnce(transport, call, options), transport.clock);
    } catch (error) {
      const waitMs = attempt < maxRetries ? retryWaitMs(error, attempt, transport.clock) : null;
      if (waitMs === null) throw error;
      await transport.clock.sleep(waitMs, options.signal);
    }
  }
}

async function attemptOnce(transport: Transport, call: Call, options: CallOptions): Promise<Answer> {
  const timeoutMs = options.timeoutMs ?? transport.timeoutMs;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
  const url = `${transport.baseUrl}${call.path}`;
  options.signal?.throwIfAborted();
  try {
    const headers = { authorization: `Bearer ${transport.apiKey}`, accept: "application/json" };
    const init: RequestInit = { method: call.method, headers, signal, redirect: "error" };
    const response = await transport.fetch(url, call.form === undefined ? init : { ...init, body: call.form });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (cause) {
    if (options.signal?.aborted) throw options.signal.reason;
    if (timeout.aborted) throw new TimeoutError(timeoutMs);
    throw new NetworkError(url, cause);
  }
}
