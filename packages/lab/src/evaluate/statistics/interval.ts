import type { Interval } from "@selfsame/face/manifest";

/** Standard deviations from the mean beyond which 5 % of a normal distribution lie, on both sides together. */
const Z = 1.96;

/** The 95 % interval of a rate of `count` in `of`, valid also for none (Wilson 1927). */
export function wilson(count: number, of: number): Interval {
  if (of === 0) return [0, 1];
  const rate = count / of;
  const square = Z * Z;
  const middle = rate + square / (2 * of);
  const spread = Z * Math.sqrt((rate * (1 - rate)) / of + square / (4 * of * of));
  const low = count === 0 ? 0 : (middle - spread) / (1 + square / of);
  const high = count === of ? 1 : (middle + spread) / (1 + square / of);
  return [low, high];
}
