import type { SpoofEntry } from "@selfsame/face/manifest";

/** What the manifest says of the check of frames. */
export type FrameLimits = Pick<SpoofEntry, "threshold" | "frames">;

/** For a check whose manifest has no limits for frames: so many times the odds of its threshold. They were measured with one network. */
const usual = { half: 1.6, each: 1 / 20 } as const;

/**
 * Whether the frames together show a live person. The threshold of the spoof check is made for one photo: one in twelve genuine frames of
 * webcams and phones falls below it, mostly where the head is turned, so at least one of four falls below it far more often. Hence half of
 * the frames must reach it, which one high value cannot do for the others, and each frame must reach a floor. Of 291 frames of prints and
 * replayed videos none reaches it. Measured on sequences of four frames (docs/research/challenge-checks.md).
 * @param live the check's probability that a frame is bona fide, one per frame
 */
export function areLive(live: readonly number[], { threshold, frames }: FrameLimits): boolean {
  const limit = oddsOf(threshold);
  const half = frames ? oddsOf(frames.half) : usual.half * limit;
  const each = frames ? oddsOf(frames.each) : usual.each * limit;
  const odds = live.map(oddsOf);
  return 2 * odds.filter((one) => one >= half).length >= odds.length && odds.every((one) => one >= each);
}

const oddsOf = (probability: number): number => probability / (1 - probability);
