/** A photo as it was sent or downloaded. Both contracts name this figure. */
export const photoBytesMax = 5 * 1024 * 1024;

/** Longer than any address a browser or an object store makes. */
export const urlLengthMax = 8 * 1024;

/** Of a multipart body beside its photos: part headers, boundaries, texts, and parts nobody asked for. */
const partsOverheadBytes = 256 * 1024;

export function multipartBytesMax(photos: number): number {
  return photos * photoBytesMax + partsOverheadBytes;
}

/** Base64 takes four characters for three bytes, and some encoders break lines. */
export function jsonBytesMax(photos: number): number {
  return photos * Math.ceil(photoBytesMax * 1.4) + partsOverheadBytes;
}

export interface BodyTimeouts {
  /** Between two chunks. */
  readonly stallMs: number;
  /** From the first to the last byte. With the wait for room before it below the server's `requestTimeout`, so that this one answers. */
  readonly totalMs: number;
}

export const bodyTimeouts: BodyTimeouts = { stallMs: 10_000, totalMs: 45_000 };
