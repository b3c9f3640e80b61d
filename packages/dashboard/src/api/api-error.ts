interface Details {
  /** 0 when the server could not be reached. */
  readonly status: number;
  /** The field of the body at fault. */
  readonly field: string | null;
  readonly retryAfterSeconds?: number | undefined;
}

/** The server said no, or said nothing. Its message may be shown. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: string;
  readonly details: Details;

  constructor(code: string, message: string, details: Details) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** A sentence for the person, with when to try again where the server said it. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return "Something went wrong in this page. Reload it and try again.";
  const wait = error.details.retryAfterSeconds;
  const message = error.message.replace(/[^.!?]$/, "$&.");
  return wait === undefined ? message : `${message} Try again in ${waitText(wait)}.`;
}

function waitText(seconds: number): string {
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
