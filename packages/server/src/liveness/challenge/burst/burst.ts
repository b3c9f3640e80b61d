import type { BurstFace } from "@selfsame/photo/engine/engine";

/** Small pictures that a page should send with the frame of a step, taken while the head moves. */
export const burstAsked = { frames: 10, per_second: 10, width: 240 } as const;
/** Accepted number of pictures: slow cameras deliver fewer, and pages may drop some. */
export const burstPictures = { min: 4, max: 12 } as const;
/** Bytes of the whole file. Three steps take 186 KB: 4 seconds on the slowest 3G (384 kbit/s). */
export const burstBytesMax = 62_000;
/** Shorter side of each picture in pixels, and the largest ratio of the sides. */
export const burstSide = { min: 120, max: 320, longest: 2.4 } as const;

/** As sent: one file with the pictures one below the other, in order. */
export interface SentBurst {
  readonly file: Uint8Array;
  /** Capture time of each picture by the page's clock, from when the step was shown. */
  readonly afterMs: readonly number[];
}

/** Stored until the selfie has come: numbers, no picture. */
export interface MeasuredBurst {
  /** SHA-256 of the file, hex. */
  readonly sha256: string;
  /** The analyzed pictures, in order. */
  readonly looked: readonly { readonly afterMs: number; readonly face: BurstFace | undefined }[];
  /** Embedding of one of them; undefined if it shows no face. */
  readonly embedding: Float32Array | undefined;
  /** Capture time of the step's frame, by the same clock. */
  readonly frameAfterMs: number;
}

/** Number of pictures to analyze: each costs a face search. */
const lookedMax = 5;

/** Indices of the pictures to analyze, in order: the one nearest to the frame, and others spread evenly. */
export function picturesToAnalyze(afterMs: readonly number[], frameAfterMs: number): readonly number[] {
  const distances = afterMs.map((ms) => Math.abs(ms - frameAfterMs));
  const nearest = distances.indexOf(Math.min(...distances));
  const evenly = Array.from({ length: lookedMax - 1 }, (_, i) =>
    Math.round((i * (afterMs.length - 1)) / (lookedMax - 2)),
  );
  return [...new Set([...evenly, nearest])].toSorted((a, b) => a - b);
}

/** Whether the times rise and lie before the file's arrival. @param roundedMs rounding difference of two clocks */
export const isInTime = (afterMs: readonly number[], passedMs: number, roundedMs: number): boolean =>
  afterMs.every((ms, i) => i === 0 || ms >= (afterMs[i - 1] as number)) &&
  (afterMs.at(-1) as number) <= passedMs + roundedMs;
