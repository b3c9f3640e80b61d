interface Details {
  /** HTTP status; 0 if the server could not be reached. */
  readonly status: number;
  /** The field of the request body that caused the error. */
  readonly field: string | null;
  readonly retryAfterSeconds?: number | undefined;
}

/** The server returned an error or could not be reached. The message may be shown to the person. */
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

/** An error message for the person, with the time to wait before a retry if the server sent one. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return "Something went wrong in this page. Reload it and try again.";
  const wait = error.details.retryAfterSeconds;
  const message = error.message.replace(/[^.!?]$/, "$&.");
  return wait === undefined ? message : `${message} Try again in ${waitText(wait)}.`;
}

function waitText(seconds: number): string {
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
