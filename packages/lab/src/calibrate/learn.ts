import { normalizeParts, partsOf } from "@selfsame/face/compare/embed-face";
import { normalize, type Normalization } from "@selfsame/face/compare/normalize";
import { cohortOf, createPairScorer, createScorer, type Scorer } from "@selfsame/face/compare/score";
import { mix, quantise, scoreOptions } from "./mixtures.ts";
import { learnNormalization } from "./normalization.ts";

/** Embeddings, keyed by the photo's path. */
export type Photos = ReadonlyMap<string, Float32Array>;

/** What was learned for the scores of one recognizer. */
export interface LearnedOne {
  readonly normalisation: Normalization;
  /** Signed bytes, as in the manifest's file. */
  readonly cohort: Int8Array;
}

/** The same, with the second recognizer's if there is one. */
export interface Learned extends LearnedOne {
  readonly second?: LearnedOne & Doubt;
}

/** When the second recognizer is used, and its weight: see SecondEntry of the manifest. */
interface Doubt {
  readonly weight: number;
  readonly band: number;
  /** The first's score at the default threshold. */
  readonly around: number;
  /** Factor for the second's score, which makes it equal to the first's at the default threshold. */
  readonly factor: number;
}

/** For vectors that have the numbers of two recognizers, the first's before the second's. */
export interface PairOf extends Doubt {
  /** Dimensions of the first. */
  readonly dimensions: number;
}

/**
 * @param people embeddings of each person's photos, as the model returns them
 * @param groups people of one region and gender each, one photo a person
 * @param kept an existing normalization of the first recognizer; learned if absent
 * @param pair if vectors have the numbers of two recognizers
 */
export function learn(
  people: readonly Photos[],
  groups: readonly { readonly photos: Photos }[],
  kept?: Normalization,
  pair?: PairOf,
): Learned {
  if (!pair) return learnOne(people, groups, kept);
  const { dimensions, ...doubt } = pair;
  const part = (which: 0 | 1, of?: Normalization) =>
    learnOne(
      people.map((photos) => partOf(photos, dimensions, which)),
      groups.map(({ photos }) => ({ photos: partOf(photos, dimensions, which) })),
      of,
    );
  return { ...part(0, kept), second: { ...part(1), ...doubt } };
}

/** One recognizer's part of vectors that have the numbers of two. */
export const partOf = (photos: Photos, dimensions: number, which: 0 | 1): Photos =>
  new Map([...photos].map(([path, vector]) => [path, partsOf(vector, dimensions)[which]] as const));

function learnOne(
  people: readonly Photos[],
  groups: readonly { readonly photos: Photos }[],
  kept?: Normalization,
): LearnedOne {
  const vectors = groups.map(({ photos }) => [...photos.values()]);
  const normalisation =
    kept ??
    learnNormalization(
      people.map((photos) => [...photos.values()]),
      vectors,
    );
  const normalised = vectors.map((group) => group.map((vector) => normalize(vector, normalisation)));
  return { normalisation, cohort: quantise(mix(normalised)) };
}

export function scorerOf({ second, ...first }: Learned): Scorer {
  if (!second) return scorerOfOne(first);
  const { weight, band, around, factor } = second;
  const dimensions = first.normalisation.mean.length;
  return createPairScorer(scorerOfOne(first), scorerOfOne(second), { dimensions, weight, band, around, factor }).score;
}

function scorerOfOne({ normalisation, cohort }: LearnedOne): Scorer {
  const dimensions = normalisation.mean.length;
  return createScorer(cohortOf(cohort, dimensions, neighborsOf(cohort.length / dimensions), scoreOptions.power));
}

/** @param count number of vectors in the cohort */
export const neighborsOf = (count: number): number => Math.max(1, Math.round(count * scoreOptions.neighbours));

/** Prepares photos for scoring. */
export const scorable =
  ({ normalisation, second }: Learned) =>
  (photos: Photos): Photos =>
    new Map(
      [...photos].map(([path, vector]) => {
        const both = [normalisation, second?.normalisation] as const;
        const one = () => normalize(vector, normalisation);
        return [path, second ? normalizeParts(vector, normalisation.mean.length, both) : one()] as const;
      }),
    );
