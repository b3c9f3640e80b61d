/** How many times the odds of the model's threshold the frames have to reach together. */
const together = 2;
/** What share of those odds every one of them has to reach: no single frame may be an evident attack. */
const eachAtLeast = 1 / 20;

/**
 * Whether the frames together look live. The spoof check's threshold is made for one photo: one in ten genuine frames of webcams and
 * phones falls below it, and of four frames at least one far more often. So the frames are judged together, by the median of their
 * odds, which one frame that looks very live cannot lift; and each against a floor. Measured on sequences of four frames
 * (docs/challenge.md), this refuses 7 instead of 18 of 100 genuine ones, and of prints and replayed videos as before all.
 * @param live the model's probability that a frame is bona fide, one a frame
 * @param threshold of the model, for one photo
 */
export function areLive(live: readonly number[], threshold: number): boolean {
  const limit = oddsOf(threshold);
  const odds = live.map(oddsOf).toSorted((a, b) => a - b);
  return medianOf(odds) >= together * limit && odds.every((each) => each >= eachAtLeast * limit);
}

const oddsOf = (probability: number): number => probability / (1 - probability);

/** Between the two in the middle it is their geometric mean: odds are compared by their ratio. */
function medianOf(sorted: readonly number[]): number {
  const at = (index: number): number => sorted[index] ?? 0;
  const half = sorted.length / 2;
  return Number.isInteger(half) ? Math.sqrt(at(half - 1) * at(half)) : at(Math.floor(half));
}
