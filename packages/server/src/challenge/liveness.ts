/** How many times the odds of the model's threshold half of the frames have to reach. */
const half = 1.6;
/** What share of those odds every one of them has to reach: no single frame may be an evident attack. */
const eachAtLeast = 1 / 20;

/**
 * Whether the frames together look live. The spoof check's threshold is made for one photo: one in ten genuine frames of webcams and
 * phones falls below it, and of four frames at least one far more often, mostly where the head is turned. So half of the frames have to
 * look live, which one that looks very live cannot do for the others; and each is held to a floor. Of 291 frames of prints and replayed
 * videos none looks live. Measured on sequences of four frames (docs/challenge.md).
 * @param live the model's probability that a frame is bona fide, one a frame
 * @param threshold of the model, for one photo
 */
export function areLive(live: readonly number[], threshold: number): boolean {
  const limit = oddsOf(threshold);
  const odds = live.map(oddsOf);
  const good = odds.filter((each) => each >= half * limit);
  return 2 * good.length >= odds.length && odds.every((each) => each >= eachAtLeast * limit);
}

const oddsOf = (probability: number): number => probability / (1 - probability);
