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
  let [w, mx, my, mu, mv] = [1e-9, 0, 0, 0, 0];
  const near = shifts.map(({ at, by, weight }) => {
    const k = weight * Math.exp(-((at.x - middle.x) ** 2 + (at.y - middle.y) ** 2) / (2 * reachPx ** 2));
    w += k;
    mx += k * at.x;
    my += k * at.y;
    mu += k * by.x;
    mv += k * by.y;
    return { at, by, k };
  });
  [mx, my, mu, mv] = [mx / w, my / w, mu / w, mv / w];
  let [xx, xy, yy] = [w, 0, w];
  let [xu, yu, xv, yv] = [0, 0, 0, 0];
  for (const { at, by, k } of near) {
    const [x, y, u, v] = [at.x - mx, at.y - my, by.x - mu, by.y - mv];
    xx += k * x * x;
    xy += k * x * y;
    yy += k * y * y;
    xu += k * x * u;
    yu += k * y * u;
    xv += k * x * v;
    yv += k * y * v;
  }
  const determinant = xx * yy - xy * xy;
  const slope = (x: number, y: number) => ({ x: (x * yy - y * xy) / determinant, y: (y * xx - x * xy) / determinant });
  const [across, down] = [slope(xu, yu), slope(xv, yv)];
  return ({ x, y }) => ({
    x: mu + across.x * (x - mx) + across.y * (y - my),
    y: mv + down.x * (x - mx) + down.y * (y - my),
  });
}
