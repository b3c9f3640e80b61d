import { cosine } from "./embed.ts";

/**
 * Faces of nobody, normalised as embeddings are, that stand for people as they differ from each other: mixtures of many
 * people each (calibrate/mixtures.ts of the server). What a face looks like to them says what a cosine to it is worth.
 */
export interface Cohort {
  /** Vectors of length 1, one after the other. */
  readonly vectors: Float32Array;
  readonly dimensions: number;
  /** As many of them count for a face: those most like it. */
  readonly neighbours: number;
}

/** How like a face the most similar of the cohort are: strangers who resemble it. */
export interface Standing {
  readonly mean: number;
  readonly deviation: number;
}

/** @param bytes signed, a vector after the other, each of any length */
export function cohortOf(bytes: Int8Array, dimensions: number, neighbours: number): Cohort {
  const count = bytes.length / dimensions;
  if (!Number.isInteger(count) || count < neighbours) throw new RangeError("the cohort has another size");
  const vectors = Float32Array.from(bytes);
  for (let start = 0; start < vectors.length; start += dimensions) {
    const vector = vectors.subarray(start, start + dimensions);
    const length = Math.hypot(...vector);
    if (length === 0) throw new RangeError("a vector of the cohort has no direction");
    for (let i = 0; i < dimensions; i++) vector[i] = (vector[i] as number) / length;
  }
  return { vectors, dimensions, neighbours };
}

export function standingOf(embedding: Float32Array, { vectors, dimensions, neighbours }: Cohort): Standing {
  if (embedding.length !== dimensions) throw new RangeError("the embedding and the cohort differ in length");
  const nearest = cosinesTo(embedding, vectors).toSorted().subarray(-neighbours);
  let sum = 0;
  for (const value of nearest) sum += value;
  const mean = sum / neighbours;
  let square = 0;
  for (const value of nearest) square += (value - mean) ** 2;
  return { mean, deviation: Math.sqrt(square / neighbours) };
}

/** Four vectors at once: each number of the embedding is read once for all of them. It takes two thirds of the time. */
function cosinesTo(embedding: Float32Array, vectors: Float32Array): Float32Array {
  const n = embedding.length;
  const own = Float64Array.from(embedding);
  const cosines = new Float32Array(vectors.length / n);
  for (let row = 0; row < cosines.length; row += 4) {
    // Beyond the last vector nothing is read that is kept: what is written past the end is dropped.
    const first = row * n;
    const [second, third, fourth] = [first + n, first + 2 * n, first + 3 * n] as const;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let i = 0; i < n; i++) {
      const value = own[i] as number;
      a += value * (vectors[first + i] as number);
      b += value * (vectors[second + i] as number);
      c += value * (vectors[third + i] as number);
      d += value * (vectors[fourth + i] as number);
    }
    cosines[row] = a;
    cosines[row + 1] = b;
    cosines[row + 2] = c;
    cosines[row + 3] = d;
  }
  return cosines;
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
