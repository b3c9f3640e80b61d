import { SCALE_START } from "@selfsame/face/calibrate";
import { cosine } from "@selfsame/face/embed";
import { fitTail, tailQuantile } from "./tail.ts";

/** Photos that show one person although they lie among those of two. */
export interface Exceptions {
  has(a: string, b: string): boolean;
}

/** All comparisons of photos of different people, rising. @param people the photos of each, keyed by path */
export function impostorCosines(
  people: readonly ReadonlyMap<string, Float32Array>[],
  exceptions: Exceptions = { has: () => false },
): Float64Array {
  const photos = people.flatMap((own, person) => [...own].map(([path, vector]) => ({ path, vector, person })));
  const cosines = new Float64Array((photos.length * (photos.length - 1)) / 2);
  let count = 0;
  for (const [i, one] of photos.entries()) {
    for (let j = i + 1; j < photos.length; j++) {
      const other = photos[j] as (typeof photos)[number];
      if (other.person === one.person || exceptions.has(one.path, other.path)) continue;
      cosines[count++] = cosine(one.vector, other.vector);
    }
  }
  return cosines.subarray(0, count).toSorted();
}

/** As many impostors as the tail is fitted to, if there are so many. */
const TAIL = 1000;
const STEP = 0.02;

/**
 * The similarity scale of contract version 3: similarity = 0.3 + 0.1 log10(1 / false match rate), from 0.4 to 1; below
 * linear in the cosine. As measured where there are enough impostors, by the fitted tail beyond.
 * @param impostors rising
 */
export function scaleFrom(impostors: Float64Array): [cosine: number, similarity: number][] {
  const share = Math.min(0.01, TAIL / impostors.length);
  const tail = fitTail(impostors, share);
  const quantile = (rate: number) =>
    rate >= tail.share
      ? (impostors[impostors.length - 1 - Math.floor(rate * impostors.length)] as number)
      : tailQuantile(tail, rate);
  const points: [number, number][] = [[0, 0]];
  const steps = Math.round((1 - SCALE_START) / STEP);
  for (let i = 0; i <= steps; i++) {
    const similarity = Number((SCALE_START + i * STEP).toFixed(2));
    const rate = 10 ** ((0.3 - similarity) * 10);
    points.push([Number(quantile(rate).toFixed(5)), similarity]);
  }
  const beyond = points.find(([at], i) => i > 0 && at <= (points[i - 1] as [number, number])[0]);
  if (beyond) throw new RangeError("the impostor scores make no rising scale");
  return points;
}

/** How many cosines fall into each step of 0.005 from -1 to 1: enough to check a scale against, of no use to tell who. */
export function histogramOf(cosines: ArrayLike<number>): number[] {
  const counts = Array.from({ length: 400 }, () => 0);
  for (let i = 0; i < cosines.length; i++) {
    const bin = Math.min(399, Math.max(0, Math.floor(((cosines[i] as number) + 1) * 200)));
    counts[bin] = (counts[bin] as number) + 1;
  }
  return counts;
}
