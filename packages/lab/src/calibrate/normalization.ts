import type { Normalization } from "@selfsame/face/compare/normalize";

/** Weight of the identity against the within-person covariance, chosen by cross-validation over people and groups (docs/research/verification.md). */
const identity = 8;

/** The most photos used of one person: more add weight but little information. LFW has 500 of one. */
const photosMax = 20;

type Vectors = readonly Float32Array[];

/**
 * Learns a normalization from the model's unchanged output.
 * @param people embeddings of each person's photos; people with one photo have no effect
 * @param groups people of one region and gender each, one photo a person
 */
export function learnNormalization(people: readonly Vectors[], groups: readonly Vectors[]): Normalization {
  // Each group has the same weight, whatever its size.
  const mean = meanOf(groups.map(meanOf));
  const dimensions = mean.length;
  const centre = (vectors: Vectors) =>
    vectors.map((vector) => unit(vector.map((value, i) => value - (mean[i] as number))));
  const within = withinPersonScatter(people.map(centre), dimensions);

  // Identity and covariance together have a trace of 1, so the weight means the same for any model.
  const trace = traceOf(within, dimensions);
  const total = within.map((value, i) => {
    const diagonal = i % (dimensions + 1) === 0 ? (identity * trace) / dimensions : 0;
    return (value + diagonal) / (trace * (1 + identity));
  });
  return { mean, triangle: inverseOfCholesky(total, dimensions) };
}

function withinPersonScatter(people: readonly Vectors[], dimensions: number): Float64Array {
  const scatter = new Float64Array(dimensions * dimensions);
  let freedom = 0;
  for (const photos of people) {
    if (photos.length < 2) continue;
    const some = photos.slice(0, photosMax);
    const mean = meanOf(some);
    for (const photo of some)
      addOuter(
        scatter,
        photo.map((value, i) => value - (mean[i] as number)),
        1,
      );
    freedom += some.length - 1;
  }
  if (freedom === 0) throw new RangeError("no person has two photos");
  return scatter.map((value) => value / freedom);
}

function addOuter(matrix: Float64Array, vector: Float32Array, weight: number): void {
  const n = vector.length;
  for (let row = 0; row < n; row++) {
    const factor = (vector[row] as number) * weight;
    for (let column = 0; column < n; column++) {
      (matrix[row * n + column] as number) += factor * (vector[column] as number);
    }
  }
}

const traceOf = (matrix: Float64Array, n: number): number => {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += matrix[i * n + i] as number;
  return sum;
};

/**
 * The inverse of L in A = L L': the product of two vectors transformed by it is weighted by the inverse of A.
 * @returns the lower triangle, row by row
 */
function inverseOfCholesky(matrix: Float64Array, n: number): Float32Array {
  const lower = cholesky(matrix, n);
  const inverse = new Float64Array(n * n);
  for (let column = 0; column < n; column++) {
    inverse[column * n + column] = 1 / (lower[column * n + column] as number);
    for (let row = column + 1; row < n; row++) {
      let sum = 0;
      for (let k = column; k < row; k++) sum += (lower[row * n + k] as number) * (inverse[k * n + column] as number);
      inverse[row * n + column] = -sum / (lower[row * n + row] as number);
    }
  }
  const triangle = new Float32Array((n * (n + 1)) / 2);
  for (let row = 0, at = 0; row < n; row++) {
    for (let column = 0; column <= row; column++) triangle[at++] = inverse[row * n + column] as number;
  }
  return triangle;
}

function cholesky(matrix: Float64Array, n: number): Float64Array {
  const lower = new Float64Array(n * n);
  for (let row = 0; row < n; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * n + column] as number;
      for (let k = 0; k < column; k++) sum -= (lower[row * n + k] as number) * (lower[column * n + k] as number);
      lower[row * n + column] = row === column ? Math.sqrt(sum) : sum / (lower[column * n + column] as number);
    }
  }
  return lower;
}

function meanOf(vectors: Vectors): Float32Array {
  const [first] = vectors;
  if (!first) throw new RangeError("no vectors to take the mean of");
  const sums = new Float64Array(first.length);
  for (const vector of vectors) for (let i = 0; i < sums.length; i++) (sums[i] as number) += vector[i] as number;
  return Float32Array.from(sums, (sum) => sum / vectors.length);
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
