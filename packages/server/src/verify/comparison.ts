import { falseMatchRateOf, similarityOf } from "@selfsame/face/calibrate";
import { cosine } from "@selfsame/face/embed";
import type { Manifest } from "@selfsame/face/manifest";
import { embeddingContractId } from "../engine/manifest.ts";

/** How two embeddings are compared: by the model in use and its calibration. */
export interface Comparison {
  /** The embedding contract: embeddings of different ones cannot be compared. */
  readonly model: string;
  /** The default, on the similarity scale. */
  readonly threshold: number;
  /** On the scale of 0 to 1 that says how rarely strangers score this high. Four decimals: what callers see is what is compared. */
  similarity(one: Float32Array, other: Float32Array): number;
  /** How rarely: the share of pairs of strangers that score at least this similarity. */
  falseMatchRate(similarity: number): number;
}

/** @throws when the model is not calibrated: its scores would mean nothing */
export function createComparison(manifest: Manifest): Comparison {
  const { id, calibration } = manifest.models.embed;
  if (calibration === undefined) throw new Error(`the model ${id} has no calibration in the manifest`);
  return {
    model: embeddingContractId(manifest),
    threshold: calibration.threshold,
    similarity: (one, other) => similarityOf(cosine(one, other), calibration),
    falseMatchRate: falseMatchRateOf,
  };
}
