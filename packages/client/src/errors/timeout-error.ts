import { SelfsameError } from "./selfsame-error.ts";

/** The answer took longer than `timeoutMs`. It is not retried: the service may still be at work on it. */
export class TimeoutError extends SelfsameError {
  override readonly name = "TimeoutError";
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`No answer within ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}
