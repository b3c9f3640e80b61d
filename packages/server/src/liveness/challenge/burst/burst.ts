import type { BurstFace } from "../../../photo/engine/engine.ts";

/** What a page is asked for beside the frame of a step: small pictures taken while the head moves. */
export const burstAsked = { frames: 10, per_second: 10, width: 240 } as const;
/** A slow camera delivers fewer, and a page may drop some. */
export const burstPictures = { min: 4, max: 12 } as const;
/** The whole file. Three steps take 186 KB: 4 seconds over the slowest 3G (384 kbit/s). */
export const burstBytesMax = 62_000;
/** Of each picture, pixels: on the shorter side, and how many times longer the other may be. */
export const burstSide = { min: 120, max: 320, longest: 2.4 } as const;

/** As it was sent: one file, its pictures one below the other, in order. */
export interface SentBurst {
  readonly file: Uint8Array;
  /** When each picture was taken, by the page's clock, from when it was shown the step. */
  readonly afterMs: readonly number[];
}

/** What is kept of it until the selfie has come: numbers, and no picture. */
export interface MeasuredBurst {
  /** Of the file, hex. */
  readonly sha256: string;
  /** The pictures that were analyzed, in order. */
  readonly looked: readonly { readonly afterMs: number; readonly face: BurstFace | undefined }[];
  /** Of one of them; undefined where it shows no face. */
  readonly embedding: Float32Array | undefined;
  /** When the frame of the step was taken, by the same clock. */
  readonly frameAfterMs: number;
}

/** How many pictures are analyzed: each costs a search for a face. */
const lookedMax = 5;

/** Which pictures are analyzed: the one nearest to the frame, and others evenly from the first on. In order. */
export function picturesToAnalyze(afterMs: readonly number[], frameAfterMs: number): readonly number[] {
  const distances = afterMs.map((ms) => Math.abs(ms - frameAfterMs));
  const nearest = distances.indexOf(Math.min(...distances));
  const evenly = Array.from({ length: lookedMax - 1 }, (_, i) =>
    Math.round((i * (afterMs.length - 1)) / (lookedMax - 2)),
  );
  return [...new Set([...evenly, nearest])].toSorted((a, b) => a - b);
}

/** Whether no time is before the one ahead of it, and none is after the file arrived. @param roundedMs by how much two clocks may round apart */
export const isInTime = (afterMs: readonly number[], passedMs: number, roundedMs: number): boolean =>
  afterMs.every((ms, i) => i === 0 || ms >= (afterMs[i - 1] as number)) &&
  (afterMs.at(-1) as number) <= passedMs + roundedMs;
