import { apply, fitAffine } from "@selfsame/face/plane/affine";
import type { Point } from "@selfsame/face/plane/geometry";

/** Displacement of a block, and its weight. */
export interface Shift {
  readonly at: Point;
  readonly by: Point;
  readonly weight: number;
}

/** Reach of a neighbor, pixels. */
const reachPx = 20;

/** Affine map that explains the shifts around a place best, near and certain ones weighing more: bending also stretches, which no single shift explains. */
export function shiftAround(middle: Point, shifts: readonly Shift[]): (at: Point) => Point {
  const pulls = shifts.map(({ at, by, weight }) => {
    const near = Math.exp(-((at.x - middle.x) ** 2 + (at.y - middle.y) ** 2) / (2 * reachPx ** 2));
    return { from: at, to: by, weight: weight * near };
  });
  const shift = fitAffine(pulls, 1);
  return (at) => apply(shift, at);
}
