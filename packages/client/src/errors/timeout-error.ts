import { SelfsameError } from "./selfsame-error.ts";

/** No response within `timeoutMs`, which covers all attempts together. */
export class TimeoutError extends SelfsameError {
  override readonly name = "TimeoutError";
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`No answer within ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}
