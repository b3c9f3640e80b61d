import { directionOf, faceSizeOf, type Task } from "@selfsame/face/assess/gestures";
import type { Point } from "@selfsame/face/plane/geometry";
import { fitHomography, project } from "./homography.ts";

/** Brows, eyes, and the corners and middles of the mouth (iBUG order): these lie close to one plane. */
const planeLimit = [...range(17, 27), ...range(36, 48), 48, 51, 54, 57];
const pick = (points: readonly Point[], i: number): Point => points[i] as Point;

/** The point furthest in front of that plane. */
const noseTip = 30;

/**
 * How far the tip of the nose deviates from where it would be if the face were flat, as a share of the face's size: to the photo's right and down. Two
 * views of a flat object, however it is tilted or moved, are related by a homography (Hartley and Zisserman, Multiple View Geometry, 13.1), so nothing
 * deviates. A head that turns has a nose outside of the plane.
 * With the default models: flat portraits tilted by 20 to 55 degrees leave at most 0.045, turned heads 0.08 (16 degrees) to 0.3, heads that look up by
 * 12 degrees and more -0.09 to -0.5.
 * @returns undefined where the points are degenerate
 */
export function noseParallax(neutral: readonly Point[], turned: readonly Point[]): Point | undefined {
  const plane = fitHomography(
    planeLimit.map((i) => pick(neutral, i)),
    planeLimit.map((i) => pick(turned, i)),
  );
  if (!plane) return undefined;
  const flat = project(plane, pick(neutral, noseTip));
  const tip = pick(turned, noseTip);
  const size = faceSizeOf(turned);
  const parallax = { x: (tip.x - flat.x) / size, y: (tip.y - flat.y) / size };
  return Number.isFinite(parallax.x) && Number.isFinite(parallax.y) ? parallax : undefined;
}

const least = 0.065;

/** Whether the nose deviates in the direction of the movement. True for steps that do not turn the head. */
export function hasDepth(task: Task, neutral: readonly Point[], turned: readonly Point[]): boolean {
  const direction = directionOf(task);
  if (!direction) return true;
  const parallax = noseParallax(neutral, turned);
  if (!parallax) return false;
  // The person's right is the photo's left, and up is where y is less.
  return -parallax.x * direction.right - parallax.y * direction.up >= least;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
