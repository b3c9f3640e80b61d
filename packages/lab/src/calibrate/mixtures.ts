import { createRandom } from "./random.ts";

/**
 * Chosen by cross-validation over groups (docs/research/score-normalization.md). More people in a mixture only reduce how much of each remains; more
 * mixtures change little.
 */
export const mixtureOptions = { people: 16, perGroup: 256 } as const;

/**
 * Options of score normalization by a cohort, see Cohort of score.ts. They minimize the larger of women's and men's false non-match rates without
 * more false matches in any group than 200 neighbors and no power gave. `neighbours` is a share, so that it means the same for a cohort learned
 * without a region.
 */
export const scoreOptions = { neighbours: 0.75, power: 1.25 } as const;

type Vectors = readonly Float32Array[];

/**
 * Makes embeddings of nobody that vary as the people of a group do: m + sum(x - m) / sqrt(n) over n random people has the mean and the covariance of
 * the group, and a cosine of about 1 / sqrt(n) to each of the n, less than many impostors have.
 * @param groups normalized embeddings of the people of each group
 * @returns vectors of length 1, the same for the same people
 */
export function mix(groups: readonly Vectors[], { people, perGroup } = mixtureOptions): Float32Array[] {
  const random = createRandom(1);
  return groups.flatMap((group) => {
    if (group.length < people) throw new RangeError(`a group has fewer than ${people} people`);
    const mean = meanOf(group);
    return Array.from({ length: perGroup }, () => mixOf(draw(group, people, random), mean));
  });
}

function mixOf(some: Vectors, mean: Float32Array): Float32Array {
  const sum = Float64Array.from(mean, (value) => value * Math.sqrt(some.length));
  for (const vector of some)
    for (let i = 0; i < sum.length; i++) (sum[i] as number) += (vector[i] as number) - (mean[i] as number);
  const length = Math.hypot(...sum);
  return Float32Array.from(sum, (value) => value / length);
}

/** Draws `count` vectors without replacement. */
function draw(group: Vectors, count: number, random: () => number): Vectors {
  const left = [...group];
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0] as Float32Array);
}

function meanOf(vectors: Vectors): Float32Array {
  const sums = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let i = 0; i < sums.length; i++) (sums[i] as number) += vector[i] as number;
  return Float32Array.from(sums, (sum) => sum / vectors.length);
}

/** Stores each number as a signed byte, with each vector scaled by its largest number: only the direction matters. */
export function quantise(vectors: Vectors): Int8Array {
  const dimensions = vectors[0]?.length ?? 0;
  const bytes = new Int8Array(vectors.length * dimensions);
  for (const [row, vector] of vectors.entries()) {
    const largest = Math.max(...vector.map(Math.abs));
    for (let i = 0; i < dimensions; i++)
      bytes[row * dimensions + i] = Math.round(((vector[i] as number) / largest) * 127);
  }
  return bytes;
}
