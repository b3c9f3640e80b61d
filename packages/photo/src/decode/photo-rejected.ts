/**
 * `unsupported_format`: not JPEG, PNG, GIF or WebP (or JPEG 2000, for a reference). `unreadable`: one of these, but broken.
 * `too_many_pixels`: over 50 megapixels by the header, before decoding. `too_complex`: decoding would cost, or did cost, far more processor time than
 * any photo needs.
 */
export interface PhotoRejected {
  readonly outcome: "unsupported_format" | "unreadable" | "too_many_pixels" | "too_complex";
  /** The number of pixels, if the header states too many. */
  readonly pixels?: number;
}
