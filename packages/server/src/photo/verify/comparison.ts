import { falseMatchRateOf, scaleFor, similarityOf } from "@selfsame/face/compare/calibrate";
import type { ModelSet } from "../models/model-set.ts";
import { embeddingContractId } from "../models/embedding-contract.ts";
import { readScorer } from "./read-scorer.ts";

/** How two embeddings are compared: by the model in use and its calibration. */
export interface Comparison {
  /** The embedding contract: embeddings of different ones cannot be compared. */
  readonly model: string;
  /** That of embeddings of another contract: undefined unless this or an earlier recognizer made them. Without it, only this one's are known. */
  readonly earlier?: (model: string) => Comparison | undefined;
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

/** The comparison of embeddings of that contract. @returns undefined where no recognizer of this service made them */
export const comparisonOf = (comparison: Comparison, model: string): Comparison | undefined =>
  model === comparison.model ? comparison : comparison.earlier?.(model);

/** What photos are to be embedded with, to be compared with such embeddings: see AnalyzeOptions. */
export const modelFor = (comparison: Comparison, model: string): string | undefined =>
  model === comparison.model ? undefined : model;

/** @throws when the model is not calibrated: its scores would mean nothing; or when its cohort is not the manifest's */
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
