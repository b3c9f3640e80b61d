import { apply, fitAffine } from "@selfsame/face/plane/affine";
import type { Point } from "@selfsame/face/plane/geometry";

/** By how much something is found elsewhere, and how much that can be trusted. */
export interface Shift {
  readonly at: Point;
  readonly by: Point;
  readonly weight: number;
}

/** How far a neighbour counts, pixels. */
const reachPx = 20;

/**
 * The affine map that explains the shifts around a place best, those that are near and sure counting more: what is bent is stretched as
 * well, and no shift alone explains that.
 */
export function shiftAround(middle: Point, shifts: readonly Shift[]): (at: Point) => Point {
  const pulls = shifts.map(({ at, by, weight }) => {
    const near = Math.exp(-((at.x - middle.x) ** 2 + (at.y - middle.y) ** 2) / (2 * reachPx ** 2));
    return { from: at, to: by, weight: weight * near };
  });
  const shift = fitAffine(pulls, 1);
  return (at) => apply(shift, at);
}
