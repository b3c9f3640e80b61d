/** Statistics of one model's embeddings over hundreds of people, which improve comparisons. Contains nobody's template. */
export interface Normalization {
  /** Subtracted first: the mean embedding of a population. */
  readonly mean: Float32Array;
  /**
   * Multiplied next: a lower triangle, row by row (row i has i + 1 numbers). It weakens the directions in which photos of one person differ
   * (within-class covariance normalization, Hatch et al. 2006).
   */
  readonly triangle: Float32Array;
}

/** Count of numbers in a normalization: the mean's and the triangle's. */
export const normalizationLength = (dimensions: number) => dimensions + (dimensions * (dimensions + 1)) / 2;

/** @param numbers the mean, then the triangle */
export function normalizationOf(numbers: Float32Array, dimensions: number): Normalization {
  if (numbers.length !== normalizationLength(dimensions)) throw new RangeError("the normalisation has another size");
  return { mean: numbers.subarray(0, dimensions), triangle: numbers.subarray(dimensions) };
}

/** Raw model output as a unit vector. Without a normalization only the length changes. */
export function normalize(values: Float32Array, normalisation?: Normalization): Float32Array {
  if (!normalisation) return toUnitLength(values);
  const { mean, triangle } = normalisation;
  const centred = values.map((value, i) => value - (mean[i] as number));
  const out = new Float32Array(values.length);
  for (let row = 0, at = 0; row < out.length; row++) {
    let sum = 0;
    for (let column = 0; column <= row; column++) sum += (triangle[at++] as number) * (centred[column] as number);
    out[row] = sum;
  }
  return toUnitLength(out);
}

/** A unit-length copy. A vector without direction is a fault, not a bad match. */
function toUnitLength(values: Float32Array): Float32Array {
  let square = 0;
  for (const value of values) square += value * value;
  const length = Math.sqrt(square);
  if (!(length > 0 && Number.isFinite(length))) throw new RangeError("embed: the vector has no direction");
  return values.map((value) => value / length);
}
