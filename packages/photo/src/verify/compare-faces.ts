import type { Comparison } from "./comparison.ts";
import { directionOf, type FramesFace, average } from "./frames-face.ts";
import type { Reference } from "./references.ts";

/** The photos show two people, or another person performed the challenge. */
export type Mismatch = "no_match" | "challenge_no_match";

export interface ComparedFaces {
  readonly reference: Reference;
  readonly selfie: Float32Array;
  /** From the selfie's live challenge, if there was one. */
  readonly frames: FramesFace | undefined;
}

/**
 * Compares a reference with a selfie. With the frames of a challenge, the reference is compared with the mean of frames and selfie, which describes the
 * person better than one photo, and with the frames alone: a morph of two people resembles both, but only one of them performed. Pictures of a few
 * seconds are so similar that impostors score no higher against their mean (docs/research/verification.md): it counts as one photo.
 * @param threshold on the similarity scale
 */
export function compareFaces(
  comparison: Comparison,
  { reference, selfie, frames }: ComparedFaces,
  threshold: number,
): { readonly match: boolean; readonly reasons: readonly Mismatch[]; readonly similarity: number } {
  const person = frames ? directionOf(average([selfie, frames.sum]).sum) : selfie;
  const similarityTo = (face: Float32Array) => comparison.similarity(reference.embedding, face, reference.photos);
  const similarity = similarityTo(person);
  const isOther = frames !== undefined && similarityTo(directionOf(frames.sum)) < threshold;
  const reasons = [
    ...(similarity < threshold ? ["no_match" as const] : []),
    ...(isOther ? ["challenge_no_match" as const] : []),
  ];
  return { match: reasons.length === 0, reasons, similarity };
}
