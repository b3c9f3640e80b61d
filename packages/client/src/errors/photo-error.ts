import { SelfsameError } from "./selfsame-error.ts";

/** A photo could not be read before anything was sent: no such file, a broken stream, or not a photo at all. */
export class PhotoError extends SelfsameError {
  override readonly name = "PhotoError";
  /** Which one: `reference`, `selfie` or `photo`. */
  readonly param: string;

  constructor(param: string, message: string, options?: ErrorOptions) {
    super(`${param}: ${message}`, options);
    this.param = param;
  }
}
