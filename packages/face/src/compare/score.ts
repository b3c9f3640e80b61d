import { cosinesTo } from "./cosines.ts";
import { cosine } from "./embed.ts";

/**
 * Faces of nobody, normalised as embeddings are, that stand for people as they differ from each other: mixtures of many
 * people each (calibrate/mixtures.ts of the server). What a face looks like to them says what a cosine to it is worth.
 */
export interface Cohort {
  /** Their directions: signed, a vector after the other, each of any length. */
  readonly bytes: Int8Array;
  /** Of each vector. */
  readonly lengths: Float32Array;
  readonly dimensions: number;
  /** As many of them count for a face: those most like it. */
  readonly neighbours: number;
}

/** How like a face the most similar of the cohort are: strangers who resemble it. */
export interface Standing {
  readonly mean: number;
  readonly deviation: number;
}

/** @param bytes see Cohort; they are kept as they are */
export function cohortOf(bytes: Int8Array, dimensions: number, neighbours: number): Cohort {
  const count = bytes.length / dimensions;
  if (!Number.isInteger(count) || count < neighbours) throw new RangeError("the cohort has another size");
  const lengths = Float32Array.from({ length: count }, (_, i) =>
    Math.sqrt(bytes.subarray(i * dimensions, (i + 1) * dimensions).reduce((sum, value) => sum + value * value, 0)),
  );
  if (lengths.includes(0)) throw new RangeError("a vector of the cohort has no direction");
  return { bytes, lengths, dimensions, neighbours };
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
 * strangers who resemble one or the other face, in deviations: adaptive symmetric score normalisation, known from
 * speaker recognition (Matejka et al. 2017). It takes away most of what makes people of one region or gender match.
 */
function scoreOf(cosineOfBoth: number, one: Standing, other: Standing): number {
  return (cosineOfBoth - one.mean) / one.deviation + (cosineOfBoth - other.mean) / other.deviation;
}

/** Scores any two embeddings, also means of several photos of one person. Each is compared with the cohort only once. */
export function createScorer(cohort?: Cohort): (one: Float32Array, other: Float32Array) => number {
  if (!cohort) return cosine;
  const standings = new WeakMap<Float32Array, Standing>();
  const known = (embedding: Float32Array): Standing => {
    const standing = standings.get(embedding) ?? standingOf(embedding, cohort);
    standings.set(embedding, standing);
    return standing;
  };
  return (one, other) => scoreOf(cosine(one, other), known(one), known(other));
}
