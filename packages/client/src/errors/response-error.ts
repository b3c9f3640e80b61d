import { SelfsameError } from "./selfsame-error.ts";

/** The response did not come from the service: for example a proxy's error page, a redirect (never followed), or a wrong address. */
export class ResponseError extends SelfsameError {
  override readonly name = "ResponseError";
  readonly status: number;
  readonly retryAfterMs: number | null;

  constructor(status: number, retryAfterMs: number | null) {
    super(`The answer (status ${status}) is not one of this service; check baseUrl and what stands between`);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  /** Statuses that gateways return while the service behind them is unavailable. */
  get retryable(): boolean {
    return [502, 503, 504].includes(this.status);
  }
}
