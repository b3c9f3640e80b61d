import { errorCatalog, type ErrorCode, hintOf, messageOf } from "./errors.ts";

/** What every answer says of itself. */
export interface Meta {
  readonly request_id: string;
  readonly version: "3";
  /** Of the service, as `selfsame --version` prints it. */
  readonly service_version: string;
  readonly processing_ms: number;
  /** The embedding contract id, where faces were compared. */
  readonly model?: string;
  /** Present in responses to a test key: nothing was analyzed. */
  readonly test?: true;
}

export interface Success<Data> {
  readonly success: true;
  readonly data: Data;
  readonly error: null;
  readonly meta: Meta;
}

interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  /** The part of the request to blame, or null. */
  readonly param: string | null;
  readonly hint: string;
  readonly retryable: boolean;
  readonly docs: string;
  /** The limit that was passed and by what, in bytes or pixels; `actual` is null when reading stopped before it was known. */
  readonly limit?: number;
  readonly actual?: number | null;
  /** Of `rate_limited` and `quota_exceeded`, with a key: whose limit, of which window, and when there is room again. */
  readonly limit_of?: "plan" | "key" | "network";
  readonly limit_window?: "minute" | "month" | "concurrent";
  readonly resets_at?: string | null;
}

export interface Failure {
  readonly success: false;
  readonly data: null;
  readonly error: ErrorBody;
  readonly meta: Meta;
}

/** What one request got wrong, beside what the catalogue says of its code. */
export interface Problem {
  readonly code: ErrorCode;
  /** In the place of the catalogue's, where more is known. */
  readonly message?: string;
  readonly param?: string;
  readonly hint?: string;
  readonly limit?: number;
  readonly actual?: number | null;
  readonly reached?: Required<Pick<ErrorBody, "limit_of" | "limit_window" | "resets_at">>;
}

export const success = <Data>(data: Data, meta: Meta): Success<Data> => ({ success: true, data, error: null, meta });

/** @param publicUrl the address callers reach the service by, without a slash at its end */
export function failure(problem: Problem, meta: Meta, publicUrl: string): Failure {
  const { code, param = null, limit, actual } = problem;
  const { retryable } = errorCatalog[code];
  const { message = messageOf(code, param) } = problem;
  const { hint = hintOf(code, param), reached = {} } = problem;
  const passed = limit === undefined ? {} : { limit, ...(!("limit_of" in reached) && { actual: sent(actual) }) };
  const error = { code, message, param, hint, retryable, docs: errorDocsUrl(code, publicUrl), ...passed, ...reached };
  return { success: false, data: null, error, meta };
}

/** No client's number holds more. */
const sent = (actual: number | null | undefined): number | null =>
  actual === undefined || actual === null ? null : Math.min(actual, Number.MAX_SAFE_INTEGER);

const errorDocsUrl = (code: ErrorCode, publicUrl: string): string => `${publicUrl}/docs/guide/errors#${code}`;
