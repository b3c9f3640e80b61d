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

/** The service answered, and said no. Decide by `code`: it is stable. `message` is for your log: what happened, to which part, and the hint. */
export class ApiError extends SelfsameError {
  override readonly name = "ApiError";
  readonly status: number;
  /** A code of the error catalogue, such as `no_face`. For version 2, whose errors are texts, the code of the same meaning. */
  readonly code: ErrorCode;
  /** The part of the request to blame, such as `selfie`. */
  readonly param: string | null;
  /** How to mend it. Version 2 gives none. */
  readonly hint: string | null;
  /** Whether the same request can succeed later. The client has retried such an error already, as often as it may. */
  readonly retryable: boolean;
  /** The page that explains the code. */
  readonly docs: string | null;
  /** The limit that was passed, and by what: bytes or pixels; or how many requests it allows. */
  readonly limit: number | null;
  readonly actual: number | null;
  /** Of `rate_limited` and `quota_exceeded`: whose limit it is. */
  readonly limitOf: LimitOwner | null;
  readonly limitWindow: LimitWindow | null;
  /** When there is room again, ISO 8601; null also where that is when another request ends. */
  readonly resetsAt: string | null;
  /** To be quoted when asking for help: the service's log has it. */
  readonly requestId: string | null;
  /** How long the service asked to wait. */
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
