/**
 * `unsupported_format`: the content is not JPEG, PNG, GIF or WebP (or JPEG 2000, for a reference). `unreadable`: it is, but broken.
 * `too_many_pixels`: over 50 megapixels by the header, before decoding. `too_complex`: decoding would cost many times what a photo does, or took
 * more processor time than any photo does.
 */
export interface PhotoRejected {
  readonly outcome: "unsupported_format" | "unreadable" | "too_many_pixels" | "too_complex";
  /** How many there are, where there are too many and the header said so. */
  readonly pixels?: number;
}
