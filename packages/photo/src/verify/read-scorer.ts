import { createPairScorer, createScorer, type PairScorer, type Scorer } from "@selfsame/face/compare/score";
import type { Manifest } from "@selfsame/face/manifest";
import { readCohort } from "../models/cohort-file.ts";

export type ReadScorer = { readonly score: Scorer } & Partial<PairScorer>;

/** Scores embeddings of the manifest's recognizers. @throws Error if a file does not fit the manifest, or the calibration is missing */
export function readScorer({ models: { embed } }: Manifest, manifestPath: string): ReadScorer {
  const first = createScorer(readCohort(embed, manifestPath));
  const { second } = embed;
  if (!second) return { score: first };
  const { dimensions } = embed;
  const { id, weight, band, calibration } = second;
  if (!calibration) throw new Error(`the model ${id} has no calibration in the manifest`);
  const { around, factor } = calibration;
  return createPairScorer(first, createScorer(readCohort(second, manifestPath)), {
    dimensions,
    weight,
    band,
    around,
    factor,
  });
}
