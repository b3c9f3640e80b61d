import { cosinesTo } from "./cosines.ts";
import { cosine } from "./embed.ts";
import { partsOf } from "./embed-face.ts";
import { normalize } from "./normalize.ts";

/**
 * Synthetic faces that stand for the variety of people: each is a mixture of many (lab/calibrate/mixtures.ts). A face's cosines to them show how much a
 * cosine to it is worth. Normalized as embeddings are.
 */
export interface Cohort {
  /** Their directions: signed bytes, one vector after the other, of any length. */
  readonly bytes: Int8Array;
  /** Euclidean length of each vector. */
  readonly lengths: Float32Array;
  readonly dimensions: number;
  /** How many of them count for a face: the most similar ones. */
  readonly neighbours: number;
  /** Exponent of the deviation by which scores are divided. */
  readonly power: number;
}

/** Mean and deviation of a face's cosines to its nearest cohort members. */
export interface Standing {
  readonly mean: number;
  readonly deviation: number;
}

/** @param bytes see Cohort; not copied */
export function cohortOf(bytes: Int8Array, dimensions: number, neighbours: number, power = 1): Cohort {
  const count = bytes.length / dimensions;
  if (!Number.isInteger(count) || count < neighbours) throw new RangeError("the cohort has another size");
  const lengths = Float32Array.from({ length: count }, (_, i) =>
    Math.sqrt(bytes.subarray(i * dimensions, (i + 1) * dimensions).reduce((sum, value) => sum + value * value, 0)),
  );
  if (lengths.includes(0)) throw new RangeError("a vector of the cohort has no direction");
  return { bytes, lengths, dimensions, neighbours, power };
}

export function standingOf(embedding: Float32Array, cohort: Cohort): Standing {
  const { dimensions, neighbours } = cohort;
  if (embedding.length !== dimensions) throw new RangeError("the embedding and the cohort differ in length");
  const nearest = cosinesTo(embedding, cohort).toSorted().subarray(-neighbours);
  let sum = 0;
  for (const value of nearest) sum += value;
  const mean = sum / neighbours;
  let square = 0;
  for (const value of nearest) square += (value - mean) ** 2;
  return { mean, deviation: Math.sqrt(square / neighbours) };
}

/**
 * Score of two faces, before calibration (calibrate.ts). Without a cohort it is the cosine. With one it is how far the cosine exceeds those of the
 * cohort members closest to either face, divided by a power of their deviation: adaptive symmetric score normalization, known from speaker recognition
 * (Matejka et al. 2017). It removes most of what makes people of one region or gender match, and raises the FNMR of groups whose faces are close to one
 * another. The number of neighbors and the power balance the two (docs/research/score-normalization.md).
 */
function scoreOf(cosineOfBoth: number, one: Weighed, other: Weighed): number {
  return (cosineOfBoth - one.mean) / one.spread + (cosineOfBoth - other.mean) / other.spread;
}

/** A standing with its power computed once: a face is scored many times, and the power takes a tenth of a cosine's time. */
interface Weighed {
  readonly mean: number;
  readonly spread: number;
}

/** Score of two embeddings. */
export type Scorer = (one: Float32Array, other: Float32Array) => number;

/** Scores any two embeddings, also averages of several photos. Each embedding is compared with the cohort only once. */
export function createScorer(cohort?: Cohort): Scorer {
  if (!cohort) return cosine;
  const standings = new WeakMap<Float32Array, Weighed>();
  const known = (embedding: Float32Array): Weighed => {
    const before = standings.get(embedding);
    if (before) return before;
    const { mean, deviation } = standingOf(embedding, cohort);
    const weighed = { mean, spread: deviation ** cohort.power };
    standings.set(embedding, weighed);
    return weighed;
  };
  return (one, other) => scoreOf(cosine(one, other), known(one), known(other));
}

/** When the second recognizer runs, and its weight. */
export interface SecondOpinion {
  /** Of the first part of an embedding. */
  readonly dimensions: number;
  /** Weight of the second score where it runs; the first has the rest. */
  readonly weight: number;
  /** The second runs if the first score is within this distance of `around`. */
  readonly band: number;
  readonly around: number;
  /** Multiplies the second score before both are added. */
  readonly factor: number;
}

export interface PairScorer {
  /** Score of embeddings with two parts, also of averages, whose parts may have any length. */
  readonly score: Scorer;
  /** Whether the second recognizer must run. Needs only the first part; where it returns false, the first part also gives the score. */
  readonly isInDoubt: (one: Float32Array, other: Float32Array) => boolean;
}

export function createPairScorer(first: Scorer, second: Scorer, opinion: SecondOpinion): PairScorer {
  const known = new WeakMap<Float32Array, readonly [Float32Array, Float32Array | undefined]>();
  const parts = (embedding: Float32Array): readonly [Float32Array, Float32Array | undefined] => {
    const before = known.get(embedding);
    if (before) return before;
    const [one, other] = partsOf(embedding, opinion.dimensions);
    const made = [normalize(one), other.length === 0 ? undefined : normalize(other)] as const;
    known.set(embedding, made);
    return made;
  };
  const firstOf = (one: Float32Array, other: Float32Array) => first(parts(one)[0], parts(other)[0]);
  const isDoubt = (score: number) => Math.abs(score - opinion.around) <= opinion.band;
  return {
    isInDoubt: (one, other) => isDoubt(firstOf(one, other)),
    score(one, other) {
      const score = firstOf(one, other);
      if (!isDoubt(score)) return score;
      const [[, a], [, b]] = [parts(one), parts(other)];
      if (!a || !b) throw new RangeError("the second recognizer was not asked");
      return (1 - opinion.weight) * score + opinion.weight * opinion.factor * second(a, b);
    },
  };
}
