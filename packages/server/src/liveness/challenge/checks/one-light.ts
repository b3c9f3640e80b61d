import { type Pictured, turnBetween } from "./one-photo.ts";

/** Of heads that are turned further apart, degrees, light falls on other places of each. */
const apartMax = 16;
/**
 * Of 758 such pairs of frames of one capture, of 18 people, all are over 0.68; of 639 pairs of photos of other days, rooms or cameras half are under 0.6
 * (docs/research/challenge-checks.md).
 */
const leastAlike = 0.6;

/** Whether light and shade lie alike on the face in all frames that show it from the same side. Photos of several days or rooms seldom do. */
export function haveOneLight(frames: readonly Pictured[]): boolean {
  return frames.every((one, i) => frames.slice(i + 1).every((other) => agree(one, other)));
}

const agree = (one: Pictured, other: Pictured): boolean =>
  turnBetween(one, other) >= apartMax || lightSimilarity(one.skin.light, other.skin.light) >= leastAlike;

/** The correlation, -1 to 1: how bright a photo is and how strong its contrast do not count. */
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
