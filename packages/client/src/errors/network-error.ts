import { SelfsameError } from "./selfsame-error.ts";

/** No answer came: the address is wrong, the service is down, or the connection broke. `cause` has what `fetch` said. */
export class NetworkError extends SelfsameError {
  override readonly name = "NetworkError";

  constructor(url: string, cause: unknown) {
    super(`No answer from ${url}`, { cause });
  }
}
