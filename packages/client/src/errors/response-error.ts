import { SelfsameError } from "./selfsame-error.ts";

/** Something answered that is not the service: a proxy's error page, say, a redirect, which is not followed, or the wrong address. */
export class ResponseError extends SelfsameError {
  override readonly name = "ResponseError";
  readonly status: number;
  readonly retryAfterMs: number | null;

  constructor(status: number, retryAfterMs: number | null) {
    super(`The answer (status ${status}) is not one of this service; check baseUrl and what stands between`);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  /** What gateways answer while the service behind them is away. */
  get retryable(): boolean {
    return [502, 503, 504].includes(this.status);
  }
}
