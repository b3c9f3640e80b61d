import type { PhotoAnalysis } from "@selfsame/photo/engine/engine";
import type { Comparison } from "@selfsame/photo/verify/comparison";
import { type Reference, referenceOf } from "@selfsame/photo/verify/references";
import type { ItemResult } from "./item-result.ts";

export type Judged =
  | { readonly outcome: "judged"; readonly result: ItemResult }
  | { readonly outcome: "no_face"; readonly photo: "reference" | "selfie" };

/** Compares analyzed photos as /verify does: references that show a face are averaged. @param threshold null: the model's default */
export function judgeItem(
  comparison: Comparison,
  references: readonly PhotoAnalysis[],
  selfie: PhotoAnalysis | undefined,
  threshold: number | null,
): Judged {
  const usable = references.flatMap(({ embedding }) => embedding ?? []);
  if (usable.length === 0) return { outcome: "no_face", photo: "reference" };
  const face = selfie?.embedding;
  if (!face) return { outcome: "no_face", photo: "selfie" };
  return { outcome: "judged", result: resultOf(comparison, referenceOf(usable), face, threshold) };
}

/** @param threshold null: the model's default */
export function resultOf(
  comparison: Comparison,
  { embedding, photos }: Reference,
  face: Float32Array,
  threshold: number | null,
): ItemResult {
  const applied = threshold ?? comparison.threshold;
  const similarity = comparison.similarity(embedding, face, photos);
  const match = similarity >= applied;
  return {
    status: "done",
    match,
    similarity: match ? similarity : null,
    threshold: applied,
    false_match_rate: match ? Number(comparison.falseMatchRate(similarity).toPrecision(3)) : null,
    references_used: photos,
  };
}
