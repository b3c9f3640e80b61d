import { average } from "@selfsame/face/statistics";
import { fisher, type Pair, textureFrom } from "./one-photo.ts";

/** Of honest pairs, by the degrees between their heads: their broad likeness on Fisher's scale, and how far it strays. */
const honest = [
  { turned: 15, mean: 1.89, deviation: 0.35 },
  { turned: 20, mean: 1.76, deviation: 0.31 },
  { turned: 25, mean: 1.68, deviation: 0.29 },
  { turned: 30, mean: 1.58, deviation: 0.29 },
  { turned: 40, mean: 1.37, deviation: 0.25 },
] as const;

/**
 * By how much the detail that identifies a face, 6 to 12 pixels large, stays the same when the head turns, more than that of people, in deviations: a mean, and
 * undefined where no two heads are turned apart. It stays for a photo laid over another person's head. Fine detail proves nothing here: in such a swap it
 * is real, and the performer's. Measured: docs/research/challenge-swaps.md.
 */
export function textureExcess(pairs: readonly Pair[]): number | undefined {
  const excesses = pairs.filter(({ turned }) => turned >= textureFrom).map(excessOf);
  return excesses.length > 0 ? average(excesses) : undefined;
}

function excessOf({ turned, likeness }: Pair): number {
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
