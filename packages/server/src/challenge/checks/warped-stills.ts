import { average } from "@selfsame/face/statistics";
import type { Pair } from "./one-photo.ts";
import { excessOf } from "./one-texture.ts";

/** A frame that shows the head turned, compared with the selfie. */
export interface Turned {
  /** By how much their detail of 6 to 12 pixels is more alike than that of people at this angle, in deviations: see one-texture.ts. */
  readonly excess: number;
  /** By how much more the frame appears altered by software than the selfie, log odds: see face/assess/blend.ts. */
  readonly rise: number;
  /** Of the two faces, 0 to 1. */
  readonly similarity: number;
}

/** Heads that are turned no further than this, degrees, say nothing. A step turns or raises the head by 7 at least. */
const turnedFrom = 7;
/**
 * Of a logistic regression on pairs of a selfie and a turned head, 252 genuine ones of 16 people and 268 of frames that were warped: it gives excess and rise
 * the same weight, and the lack of similarity 8.5 times as much. No sequence of ten people is over 2.9 (docs/research/challenge-checks.md).
 */
const lackWeight = 8.5;
/** Some heads that look far up or aside are less like their selfie than any warp is: that alone is no reason. */
const lackMax = 2;
const limit = 3.5;

/**
 * Whether heads were warped rather than turned, each frame from another photo, so that no two frames share one. A warp keeps the detail of the
 * frontal face, leaves traces that the network for altered faces detects weakly, and makes the face less like the selfie's. Each sign is weak,
 * so they are added up; the last is never enough alone.
 */
export const areWarped = (turned: readonly Turned[]): boolean => turned.length > 0 && warpScore(turned) > limit;

export const warpScore = (turned: readonly Turned[]): number =>
  average(
    turned.map(({ excess, rise, similarity }) => excess + rise + Math.min(lackMax, lackWeight * (1 - similarity))),
  );

/** What is compared of a frame. */
interface Compared {
  readonly embedding: Float32Array;
  readonly blend?: number;
}

/** @param pairs of the selfie and each of the frames, in their order; others may follow */
export function turnedFrames(
  selfie: Compared,
  frames: readonly Compared[],
  pairs: readonly Pair[],
  similarity: (one: Float32Array, other: Float32Array) => number,
): readonly Turned[] {
  return frames.flatMap((frame, i) => {
    const pair = pairs[i];
    if (!pair || pair.turned < turnedFrom || selfie.blend === undefined || frame.blend === undefined) return [];
    const rise = frame.blend - selfie.blend;
    return { excess: excessOf(pair), rise, similarity: similarity(selfie.embedding, frame.embedding) };
  });
}
