import type { ErrorCode } from "./error-code.ts";
import { SelfsameError } from "./selfsame-error.ts";

export interface ApiErrorDetails {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly param: string | null;
  readonly hint: string | null;
  readonly retryable: boolean;
  readonly docs: string | null;
  readonly limit: number | null;
  readonly actual: number | null;
  readonly limitOf: LimitOwner | null;
  readonly limitWindow: LimitWindow | null;
  readonly resetsAt: string | null;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
}

export type LimitOwner = "plan" | "key" | "network";
export type LimitWindow = "minute" | "month" | "concurrent";

/** The service returned an error. Decide by `code`, which is stable. `message` is for your log: what happened, in which parameter, and the hint. */
export class ApiError extends SelfsameError {
  override readonly name = "ApiError";
  readonly status: number;
  /** A code of the error catalogue, such as `no_face`. Version 2 returns messages only; the client maps them to the code of the same meaning. */
  readonly code: ErrorCode;
  /** The request parameter that caused the error, such as `selfie`. */
  readonly param: string | null;
  /** How to fix the error. Null with version 2. */
  readonly hint: string | null;
  /** Whether the same request can succeed later. The client has already retried it up to `maxRetries` times. */
  readonly retryable: boolean;
  /** URL of the page that explains the code. */
  readonly docs: string | null;
  /** The limit that was exceeded and the actual value, in bytes or pixels; for rate limits, the number of requests allowed. */
  readonly limit: number | null;
  readonly actual: number | null;
  /** Whose limit was exceeded, for `rate_limited` and `quota_exceeded`. */
  readonly limitOf: LimitOwner | null;
  readonly limitWindow: LimitWindow | null;
  /** When the limit allows requests again, ISO 8601. Null also if that depends on when another request ends. */
  readonly resetsAt: string | null;
  /** The id of the request in the service's log. Quote it when you ask for help. */
  readonly requestId: string | null;
  /** The wait that the service requested (Retry-After). */
  readonly retryAfterMs: number | null;

  constructor(details: ApiErrorDetails) {
    super(textOf(details));
    this.status = details.status;
    this.code = details.code;
    this.param = details.param;
    this.hint = details.hint;
    this.retryable = details.retryable;
    this.docs = details.docs;
    this.limit = details.limit;
    this.actual = details.actual;
    this.limitOf = details.limitOf;
    this.limitWindow = details.limitWindow;
    this.resetsAt = details.resetsAt;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
  }
}

function textOf({ message, param, hint }: ApiErrorDetails): string {
  return [param === null ? message : `${param}: ${message}`, ...(hint === null ? [] : [hint])].join(" ");
}
