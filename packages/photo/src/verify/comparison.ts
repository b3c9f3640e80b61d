import { falseMatchRateOf, scaleFor, similarityOf } from "@selfsame/face/compare/calibrate";
import type { ModelSet } from "../models/model-set.ts";
import { embeddingContractId } from "../models/embedding-contract.ts";
import { readScorer } from "./read-scorer.ts";

/** Compares embeddings with the current model and its calibration. */
export interface Comparison {
  /** The embedding contract: only embeddings of the same contract can be compared. */
  readonly model: string;
  /** The comparison for another contract; undefined unless this or an earlier recognizer has it. If absent, only this contract is known. */
  readonly earlier?: (model: string) => Comparison | undefined;
  /** The default threshold, on the similarity scale. */
  readonly threshold: number;
  /** Score before calibration: the cosine, normalized by the cohort if the model has one. */
  score(one: Float32Array, other: Float32Array): number;
  /** With two recognizers: whether the second must run for these faces, whose embeddings may be the first's alone. */
  readonly isInDoubt?: (one: Float32Array, other: Float32Array) => boolean;
  /**
   * Similarity on a scale of 0 to 1 that states how rarely impostors score as high. Four decimals: callers see the value that is compared.
   * @param photos number averaged in the first embedding, default 1. Impostors score higher against an average, so its scale differs
   */
  similarity(one: Float32Array, other: Float32Array, photos?: number): number;
  /** Share of impostor pairs with at least this similarity. */
  falseMatchRate(similarity: number): number;
}

/** The comparison for an embedding contract. @returns undefined if no recognizer of this service has it */
export const comparisonOf = (comparison: Comparison, model: string): Comparison | undefined =>
  model === comparison.model ? comparison : comparison.earlier?.(model);

/** The model with which photos must be embedded for comparison with such embeddings: see AnalyzeOptions. */
export const modelFor = (comparison: Comparison, model: string): string | undefined =>
  model === comparison.model ? undefined : model;

/** @throws if the model is not calibrated, as its scores would be meaningless, or its cohort is not the manifest's */
export function createComparison({
  manifest,
  manifestPath,
  earlier: others = [],
}: Omit<ModelSet, "modelsDir">): Comparison {
  const { id, calibration } = manifest.models.embed;
  if (calibration === undefined) throw new Error(`the model ${id} has no calibration in the manifest`);
  const { score, isInDoubt } = readScorer(manifest, manifestPath);
  const opened = new Map<string, Comparison>();
  const earlier = (model: string): Comparison | undefined => {
    const one = others.find((other) => embeddingContractId(other.manifest) === model);
    const known = opened.get(model) ?? (one && createComparison(one));
    if (known) opened.set(model, known);
    return known;
  };
  return {
    model: embeddingContractId(manifest),
    earlier,
    threshold: calibration.threshold,
    score,
    ...(isInDoubt && { isInDoubt }),
    similarity: (one, other, photos = 1) => similarityOf(score(one, other), { scale: scaleFor(calibration, photos) }),
    falseMatchRate: falseMatchRateOf,
  };
}
