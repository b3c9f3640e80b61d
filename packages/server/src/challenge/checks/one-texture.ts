import { fisher, type Pair, textureFrom } from "./one-photo.ts";

/** Of honest pairs, by the degrees between their heads: their broad likeness on Fisher's scale, and how far it strays. */
const honest = [
  { turned: 15, mean: 1.89, deviation: 0.35 },
  { turned: 20, mean: 1.76, deviation: 0.31 },
  { turned: 25, mean: 1.68, deviation: 0.29 },
  { turned: 30, mean: 1.58, deviation: 0.29 },
  { turned: 40, mean: 1.37, deviation: 0.25 },
] as const;

/** Deviations over honest frames from which on all show one photo of a face. Measured: docs/research/challenge-swaps.md. */
const limit = 1.6;

/**
 * Whether the detail that identifies a face, 6 to 12 pixels large, stays the same however the head turns. It does for a photo laid over another
 * person's head, and not for a real head. Fine detail proves nothing here: in such a swap it is real, and the performer's.
 */
export const isOneTexture = (pairs: readonly Pair[]): boolean => textureExcess(pairs) > limit;

/** By how much the broad detail of heads turned apart is more alike than that of people, in deviations: a mean, and 0 where no two are turned apart. */
export function textureExcess(pairs: readonly Pair[]): number {
  const excesses = pairs.filter(({ turned }) => turned >= textureFrom).map(excessOf);
  return excesses.reduce((sum, excess) => sum + excess, 0) / Math.max(1, excesses.length);
}

/** The same of two frames. */
export function excessOf({ turned, likeness }: Pair): number {
  const { mean, deviation } = expectedAt(turned);
  return (fisher(likeness.broad) - mean) / deviation;
}

/** Between two rows of the table; the first and the last hold beyond it. */
function expectedAt(turned: number) {
  const after = honest.findIndex((row) => row.turned > turned);
  const to = honest.at(after) as (typeof honest)[number];
  const from = after > 0 ? (honest[after - 1] as (typeof honest)[number]) : to;
  const share = after > 0 ? (turned - from.turned) / (to.turned - from.turned) : 1;
  return {
    mean: from.mean + share * (to.mean - from.mean),
    deviation: from.deviation + share * (to.deviation - from.deviation),
  };
}
