import { falseMatchRateOf, scaleFor, similarityOf } from "@selfsame/face/compare/calibrate";
import type { ModelSet } from "../models/model-set.ts";
import { embeddingContractId } from "../models/manifest.ts";
import { readScorer } from "./read-scorer.ts";

/** How two embeddings are compared: by the model in use and its calibration. */
export interface Comparison {
  /** The embedding contract: embeddings of different ones cannot be compared. */
  readonly model: string;
  /** The default, on the similarity scale. */
  readonly threshold: number;
  /** Before the scale gives it a meaning: the cosine, normalised by the cohort where the model has one. */
  score(one: Float32Array, other: Float32Array): number;
  /** Of two recognizers: whether the second has to be asked of these faces, whose embeddings may be the first's alone. */
  readonly isInDoubt?: (one: Float32Array, other: Float32Array) => boolean;
  /**
   * On the scale of 0 to 1 that says how rarely strangers score this high. Four decimals: what callers see is what is compared.
   * @param photos how many the first is the mean of: with more, strangers score higher, and the scale is another. One unless given
   */
  similarity(one: Float32Array, other: Float32Array, photos?: number): number;
  /** How rarely: the share of pairs of strangers that score at least this similarity. */
  falseMatchRate(similarity: number): number;
}

/** @throws when the model is not calibrated: its scores would mean nothing; or when its cohort is not the manifest's */
export function createComparison({ manifest, manifestPath }: Omit<ModelSet, "modelsDir">): Comparison {
  const { id, calibration } = manifest.models.embed;
  if (calibration === undefined) throw new Error(`the model ${id} has no calibration in the manifest`);
  const { score, isInDoubt } = readScorer(manifest, manifestPath);
  return {
    model: embeddingContractId(manifest),
    threshold: calibration.threshold,
    score,
    ...(isInDoubt && { isInDoubt }),
    similarity: (one, other, photos = 1) => similarityOf(score(one, other), { scale: scaleFor(calibration, photos) }),
    falseMatchRate: falseMatchRateOf,
  };
}
