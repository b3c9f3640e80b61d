import { type Pictured, turnBetween } from "./one-photo.ts";

/** On heads turned further apart, light falls on different places. Degrees. */
const apartMax = 16;
/**
 * Least correlation. All of 758 such pairs of frames of one capture (18 people) are over 0.68; half of 639 pairs of photos from other days, rooms or
 * cameras are under 0.6 (docs/research/challenge-checks.md).
 */
const leastAlike = 0.6;

/** Whether light and shade fall alike in all frames that show the face from the same side. Photos of several days or rooms seldom agree. */
export function haveOneLight(frames: readonly Pictured[]): boolean {
  return frames.every((one, i) => frames.slice(i + 1).every((other) => agree(one, other)));
}

const agree = (one: Pictured, other: Pictured): boolean =>
  turnBetween(one, other) >= apartMax || lightSimilarity(one.skin.light, other.skin.light) >= leastAlike;

/** Correlation, -1 to 1: independent of brightness and contrast. */
export function lightSimilarity(one: Float32Array, other: Float32Array): number {
  const [a, b] = [aboutMean(one), aboutMean(other)];
  return dot(a, b) / Math.sqrt(Math.max(dot(a, a) * dot(b, b), Number.MIN_VALUE));
}

const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);

function aboutMean(light: Float32Array): Float32Array {
  const mean = light.reduce((sum, value) => sum + value, 0) / light.length;
  return light.map((value) => value - mean);
}
