import type { SpoofEntry } from "@selfsame/face/manifest";

/** The manifest's limits for frames. */
export type FrameLimits = Pick<SpoofEntry, "threshold" | "frames">;

/** Limits for a manifest without any: multiples of the odds at its threshold. Measured with one network. */
const usual = { half: 1.6, each: 1 / 20 } as const;

/**
 * Log odds that a frame lacks against the manifest's limit for half of the frames. The spoof check's threshold is made for single photos: one in twelve
 * genuine frames from webcams and phones falls below it, mostly with the head turned.
 * @param live probability that the frame is bona fide
 */
export function livenessLack(live: number, { threshold, frames }: FrameLimits): number {
  const half = frames ? oddsOf(frames.half) : usual.half * oddsOf(threshold);
  return Math.log(half) - Math.log(oddsOf(Math.min(1 - certain, Math.max(certain, live))));
}

/** Probabilities are clamped to this distance from 0 and 1. */
const certain = 0.001;

/** Whether one frame is enough to reject: of 291 frames of prints and replayed videos none reaches the floor (docs/research/challenge-checks.md). */
export function isEvidentAttack(live: number, { threshold, frames }: FrameLimits): boolean {
  return oddsOf(live) < (frames ? oddsOf(frames.each) : usual.each * oddsOf(threshold));
}

const oddsOf = (probability: number): number => probability / (1 - probability);
