/** A photo as it was sent or downloaded. Both contracts name this figure. */
export const photoBytesMax = 5 * 1024 * 1024;

/** A document that holds a portrait: chips have 32 KiB to 144 KiB in all. */
export const documentBytesMax = 256 * 1024;

/** Of a multipart body beside its photos: part headers, boundaries, texts, and unknown parts. */
const partsOverheadBytes = 256 * 1024;

export function multipartBytesMax(photos: number, documents = 0): number {
  return photos * photoBytesMax + documents * documentBytesMax + partsOverheadBytes;
}

/** Base64 takes four characters for three bytes, and some encoders break lines. */
export function jsonBytesMax(photos: number): number {
  return photos * Math.ceil(photoBytesMax * 1.4) + partsOverheadBytes;
}

/** How fast a body must come. */
export interface BodyPace {
  /** In each window at least so many bytes: 4 KiB a second is what the slowest mobile networks do. */
  readonly windowMs: number;
  readonly windowBytesMin: number;
  /** From the first to the last byte. With the wait for room in between below the server's `requestTimeout`, so that this one answers. */
  readonly totalMs: number;
}

export const photosPace: BodyPace = { windowMs: 10_000, windowBytesMin: 40 * 1024, totalMs: 45_000 };
/** Of bodies that fit into one packet. */
export const shortPace: BodyPace = { windowMs: 5_000, windowBytesMin: 1024, totalMs: 5_000 };
