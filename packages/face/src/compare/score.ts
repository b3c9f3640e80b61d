import { cosinesTo } from "./cosines.ts";
import { cosine } from "./embed.ts";
import { partsOf } from "./embed-face.ts";
import { normalize } from "./normalize.ts";

/**
 * Faces of nobody, normalised as embeddings are, that stand for people as they differ from each other: mixtures of many
 * people each (lab/calibrate/mixtures.ts of the server). What a face looks like to them says what a cosine to it is worth.
 */
export interface Cohort {
  /** Their directions: signed, a vector after the other, each of any length. */
  readonly bytes: Int8Array;
  /** Of each vector. */
  readonly lengths: Float32Array;
  readonly dimensions: number;
  /** As many of them count for a face: those most like it. */
  readonly neighbours: number;
  /** How much a deviation counts: scores are divided by this power of it. */
  readonly power: number;
}

/** How like a face the cohort is, but for those least like it: strangers who resemble it more or less. */
export interface Standing {
  readonly mean: number;
  readonly deviation: number;
}

/** @param bytes see Cohort; they are kept as they are */
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
 * How alike two faces are, on no scale yet (calibrate.ts has one). The cosine; with a cohort, how far the cosine lies above those of
 * strangers who resemble one or the other face, in a power of their deviation: adaptive symmetric score normalisation, known from
 * speaker recognition (Matejka et al. 2017). It takes away most of what makes people of one region or gender match, and rejects more of
 * the groups whose faces are close to one another: how many neighbours count, and the power, weigh one against the other
 * (docs/research/score-normalization.md).
 */
function scoreOf(cosineOfBoth: number, one: Weighed, other: Weighed): number {
  return (cosineOfBoth - one.mean) / one.spread + (cosineOfBoth - other.mean) / other.spread;
}

/** A standing as scores need it; the power takes as long as a tenth of the cosine, and a face is scored many times. */
interface Weighed {
  readonly mean: number;
  readonly spread: number;
}

/** How alike two embeddings are. */
export type Scorer = (one: Float32Array, other: Float32Array) => number;

/** Scores any two embeddings, also means of several photos of one person. Each is compared with the cohort only once. */
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

/** When a second recognizer is asked, and what it counts for. */
export interface SecondOpinion {
  /** Of the first part of an embedding. */
  readonly dimensions: number;
  /** The second's score counts for so much where it is asked, the first's for the rest. */
  readonly weight: number;
  /** It is asked where the first's score lies within so much of `around`. */
  readonly band: number;
  readonly around: number;
  /** What the second's score is multiplied by before both are added. */
  readonly factor: number;
}

export interface PairScorer {
  /** Of embeddings of two recognizers, the first's numbers before the second's; also of means of several, whose parts may be of any length. */
  readonly score: Scorer;
  /** Whether the second has to be asked: embeddings of the first alone are enough to tell, and where it has not, to score. */
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
