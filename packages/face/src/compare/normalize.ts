/**
 * What is learned of embeddings of one model, so that they compare better: statistics of hundreds of people, nobody's
 * template.
 */
export interface Normalization {
  /** Subtracted first: the direction that the faces of a population share. */
  readonly mean: Float32Array;
  /**
   * Multiplied with next: a lower triangle, row by row (row i has i + 1 numbers). It weakens what differs between
   * photos of one person (within-class covariance normalisation, Hatch et al. 2006).
   */
  readonly triangle: Float32Array;
}

/** Numbers in a normalisation of so many dimensions: the mean's and the triangle's. */
export const normalizationLength = (dimensions: number) => dimensions + (dimensions * (dimensions + 1)) / 2;

/** @param numbers the mean, then the triangle */
export function normalizationOf(numbers: Float32Array, dimensions: number): Normalization {
  if (numbers.length !== normalizationLength(dimensions)) throw new RangeError("the normalisation has another size");
  return { mean: numbers.subarray(0, dimensions), triangle: numbers.subarray(dimensions) };
}

/** What the model gave, as a vector of length 1 that can be compared. Without a normalisation only the length changes. */
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

/** A copy of length 1. A vector without direction says nothing about a face and is a fault, not a bad match. */
function toUnitLength(values: Float32Array): Float32Array {
  let square = 0;
  for (const value of values) square += value * value;
  const length = Math.sqrt(square);
  if (!(length > 0 && Number.isFinite(length))) throw new RangeError("embed: the vector has no direction");
  return values.map((value) => value / length);
}
