/** Largest photo, as sent or downloaded. Both contracts state this limit. */
export const photoBytesMax = 5 * 1024 * 1024;

/** Largest document with a portrait: chips have 32 KiB to 144 KiB in all. */
export const documentBytesMax = 256 * 1024;

/** Bytes of a multipart body besides its photos: part headers, boundaries, texts and unknown parts. */
const partsOverheadBytes = 256 * 1024;

export function multipartBytesMax(photos: number, documents = 0): number {
  return photos * photoBytesMax + documents * documentBytesMax + partsOverheadBytes;
}

/** Base64 takes four characters for three bytes, and some encoders break lines. */
export function jsonBytesMax(photos: number): number {
  return photos * Math.ceil(photoBytesMax * 1.4) + partsOverheadBytes;
}

/** Least speed of a body. */
export interface BodyPace {
  /** Least bytes in each window: 4 KiB a second, as the slowest mobile networks have. */
  readonly windowMs: number;
  readonly windowBytesMin: number;
  /** From the first to the last byte. Together with the wait for room this is below the server's `requestTimeout`, so that this limit answers. */
  readonly totalMs: number;
}

export const photosPace: BodyPace = { windowMs: 10_000, windowBytesMin: 40 * 1024, totalMs: 45_000 };
/** For bodies that fit into one packet. */
export const shortPace: BodyPace = { windowMs: 5_000, windowBytesMin: 1024, totalMs: 5_000 };
