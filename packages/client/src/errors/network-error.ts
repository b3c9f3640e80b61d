import { SelfsameError } from "./selfsame-error.ts";

/** No response arrived: the address is wrong, the service is down, or the connection broke. `cause` is the error from `fetch`. */
export class NetworkError extends SelfsameError {
  override readonly name = "NetworkError";

  constructor(url: string, cause: unknown) {
    super(`No answer from ${url}`, { cause });
  }
}
