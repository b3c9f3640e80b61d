import { rateOf, scaleStart } from "@selfsame/face/compare/calibrate";
import { fitTail, tailQuantile } from "./tail.ts";

/** Pairs of photos that show one person although they are labeled as two. */
export interface Exceptions {
  has(a: string, b: string): boolean;
}

/** Scores of all pairs of photos of different people, ascending. @param people the photos of each, keyed by path */
export function impostorScores(
  people: readonly ReadonlyMap<string, Float32Array>[],
  score: (one: Float32Array, other: Float32Array) => number,
  exceptions: Exceptions = { has: () => false },
): Float64Array {
  const photos = people.flatMap((own, person) => [...own].map(([path, vector]) => ({ path, vector, person })));
  const scores = new Float64Array((photos.length * (photos.length - 1)) / 2);
  let count = 0;
  for (const [i, one] of photos.entries()) {
    for (let j = i + 1; j < photos.length; j++) {
      const other = photos[j] as (typeof photos)[number];
      if (other.person === one.person || exceptions.has(one.path, other.path)) continue;
      scores[count++] = score(one.vector, other.vector);
    }
  }
  return scores.subarray(0, count).toSorted();
}

/** Number of impostors that the tail is fitted to, if there are as many. */
const tailSize = 1000;
const similarityStep = 0.02;

/**
 * The similarity scale of contract version 3: similarity = 0.3 + 0.1 log10(1 / false match rate), from 0.4 to 1. Below 0.4 it is linear in the score,
 * from 0 at the median impostor score. Rates are measured where there are enough impostors, and taken from the fitted tail beyond.
 * @param impostors ascending
 */
export function scaleFrom(impostors: Float64Array): [score: number, similarity: number][] {
  const share = Math.min(0.01, tailSize / impostors.length);
  const tail = fitTail(impostors, share);
  const quantile = (rate: number) =>
    rate >= tail.share
      ? (impostors[impostors.length - 1 - Math.floor(rate * impostors.length)] as number)
      : tailQuantile(tail, rate);
  const points: [number, number][] = [[Number(quantile(0.5).toFixed(5)), 0]];
  const steps = Math.round((1 - scaleStart) / similarityStep);
  for (let i = 0; i <= steps; i++) {
    const similarity = Number((scaleStart + i * similarityStep).toFixed(2));
    const rate = rateOf(similarity);
    points.push([Number(quantile(rate).toFixed(5)), similarity]);
  }
  const beyond = points.find(([at], i) => i > 0 && at <= (points[i - 1] as [number, number])[0]);
  if (beyond) throw new RangeError("the impostor scores make no rising scale");
  return points;
}

/** Number of scores in each step, the first step starting at `from`: enough to check a scale, and no use for identifying anyone. */
export interface Histogram {
  readonly from: number;
  readonly step: number;
  readonly counts: readonly number[];
}

const stepCount = 600;

/** @param rising values beyond the ends count in the first and last step */
export function histogramOf(rising: Float64Array): Histogram {
  const [lowest = 0, highest = 0] = [rising[0], rising.at(-1)];
  const step = Number(((highest - lowest) / stepCount).toPrecision(2));
  const from = Math.floor(lowest / step) * step;
  const counts = Array.from({ length: Math.floor((highest - from) / step) + 1 }, () => 0);
  for (const score of rising) {
    const bin = Math.min(counts.length - 1, Math.max(0, Math.floor((score - from) / step)));
    counts[bin] = (counts[bin] as number) + 1;
  }
  return { from: Number(from.toFixed(6)), step, counts };
}
