import { SelfsameError } from "./selfsame-error.ts";

/** A photo could not be read, so nothing was sent: the file does not exist, the stream broke, or the data is not a photo. */
export class PhotoError extends SelfsameError {
  override readonly name = "PhotoError";
  /** The photo's parameter: `reference`, `selfie` or `photo`. */
  readonly param: string;

  constructor(param: string, message: string, options?: ErrorOptions) {
    super(`${param}: ${message}`, options);
    this.param = param;
  }
}
