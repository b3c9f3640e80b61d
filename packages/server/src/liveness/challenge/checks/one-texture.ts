import { average } from "@selfsame/face/statistics";
import { fisher, type Pair, textureFrom } from "./one-photo.ts";

/** Genuine pairs by the angle between their heads: mean of the broad similarity on Fisher's scale, and its deviation. */
const honest = [
  { turned: 15, mean: 1.89, deviation: 0.35 },
  { turned: 20, mean: 1.76, deviation: 0.31 },
  { turned: 25, mean: 1.68, deviation: 0.29 },
  { turned: 30, mean: 1.58, deviation: 0.29 },
  { turned: 40, mean: 1.37, deviation: 0.25 },
] as const;

/**
 * How much more the identifying detail (6 to 12 pixels) of two turned heads agrees than in genuine pairs, in deviations: a mean over the pairs,
 * undefined if no heads are turned apart. It stays the same for a photo laid over another person's head. Fine detail proves nothing there: in such a
 * swap it is real, and the performer's (docs/research/challenge-swaps.md).
 */
export function textureExcess(pairs: readonly Pair[]): number | undefined {
  const excesses = pairs.filter(({ turned }) => turned >= textureFrom).map(excessOf);
  return excesses.length > 0 ? average(excesses) : undefined;
}

function excessOf({ turned, likeness }: Pair): number {
  const { mean, deviation } = expectedAt(turned);
  return (fisher(likeness.broad) - mean) / deviation;
}

/** Interpolated between two rows of the table; constant outside. */
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
