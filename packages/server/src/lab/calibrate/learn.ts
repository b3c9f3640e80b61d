import { normalise, type Normalisation } from "@selfsame/face/compare/normalise";
import { cohortOf, createScorer } from "@selfsame/face/compare/score";
import { mix, quantise, scoreOptions } from "./mixtures.ts";
import { learnNormalisation } from "./normalisation.ts";

/** Embeddings, keyed by the photo's path. */
export type Photos = ReadonlyMap<string, Float32Array>;

/** What scores are made with. */
export interface Learned {
  readonly normalisation: Normalisation;
  /** Signed bytes, as the manifest's file has them. */
  readonly cohort: Int8Array;
}

/**
 * @param people the photos of each person, as the model gives them
 * @param groups people of one region and gender each, one photo a person
 * @param kept a normalisation that embeddings were made with before; learned unless given
 */
export function learn(
  people: readonly Photos[],
  groups: readonly { readonly photos: Photos }[],
  kept?: Normalisation,
): Learned {
  const vectors = groups.map(({ photos }) => [...photos.values()]);
  const normalisation =
    kept ??
    learnNormalisation(
      people.map((photos) => [...photos.values()]),
      vectors,
    );
  const normalised = vectors.map((group) => group.map((vector) => normalise(vector, normalisation)));
  return { normalisation, cohort: quantise(mix(normalised)) };
}

export function scorerOf({ normalisation, cohort }: Learned) {
  const dimensions = normalisation.mean.length;
  return createScorer(cohortOf(cohort, dimensions, neighboursOf(cohort.length / dimensions), scoreOptions.power));
}

/** @param count of the cohort's vectors */
export const neighboursOf = (count: number): number => Math.max(1, Math.round(count * scoreOptions.neighbours));

/** The photos as they can be scored. */
export const scorable =
  ({ normalisation }: Learned) =>
  (photos: Photos): Photos =>
    new Map([...photos].map(([path, vector]) => [path, normalise(vector, normalisation)] as const));
