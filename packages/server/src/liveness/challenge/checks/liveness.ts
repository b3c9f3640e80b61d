import type { SpoofEntry } from "@selfsame/face/manifest";

/** What the manifest says of the check of frames. */
export type FrameLimits = Pick<SpoofEntry, "threshold" | "frames">;

/** For a check whose manifest has no limits for frames: so many times the odds of its threshold. They were measured with one network. */
const usual = { half: 1.6, each: 1 / 20 } as const;

/**
 * By how many log odds a frame lacks what the manifest wants of half of the frames. The threshold of the spoof check is made for one photo: one in twelve
 * genuine frames of webcams and phones falls below it, mostly where the head is turned.
 * @param live the check's probability that the frame is bona fide
 */
export function livenessLack(live: number, { threshold, frames }: FrameLimits): number {
  const half = frames ? oddsOf(frames.half) : usual.half * oddsOf(threshold);
  return Math.log(half) - Math.log(oddsOf(Math.min(1 - certain, Math.max(certain, live))));
}

/** A probability nearer to 0 or 1 says no more. */
const certain = 0.001;

/** Whether one frame is enough to reject: of 291 frames of prints and replayed videos none reaches the floor (docs/research/challenge-checks.md). */
export function isEvidentAttack(live: number, { threshold, frames }: FrameLimits): boolean {
  return oddsOf(live) < (frames ? oddsOf(frames.each) : usual.each * oddsOf(threshold));
}

const oddsOf = (probability: number): number => probability / (1 - probability);
