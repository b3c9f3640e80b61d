import { mean, type Point } from "./geometry.ts";

/**
 * x' = a x + c y + tx, y' = b x + d y + ty (the letters of CSS and Canvas).
 * A similarity (turn, uniform scale, shift) has c = -b and d = a; its scale is hypot(a, b), its angle atan2(b, a).
 */
export interface Affine {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly tx: number;
  readonly ty: number;
}

export function apply(t: Affine, p: Point): Point {
  return { x: t.a * p.x + t.c * p.y + t.tx, y: t.b * p.x + t.d * p.y + t.ty };
}

export function invert(t: Affine): Affine {
  const determinant = t.a * t.d - t.b * t.c;
  const a = t.d / determinant;
  const b = -t.b / determinant;
  const c = -t.c / determinant;
  const d = t.a / determinant;
  return { a, b, c, d, tx: -(a * t.tx + c * t.ty), ty: -(b * t.tx + d * t.ty) };
}

/** Applies `inner`, then `outer`. */
export function compose(outer: Affine, inner: Affine): Affine {
  const origin = apply(outer, { x: inner.tx, y: inner.ty });
  return {
    a: outer.a * inner.a + outer.c * inner.b,
    b: outer.b * inner.a + outer.d * inner.b,
    c: outer.a * inner.c + outer.c * inner.d,
    d: outer.b * inner.c + outer.d * inner.d,
    tx: origin.x,
    ty: origin.y,
  };
}

/** Geometric mean of the scales along both axes. */
export function scaleOf(t: Affine): number {
  return Math.sqrt(Math.abs(t.a * t.d - t.b * t.c));
}

/** Rotates by `angle` radians and scales along each axis of the source, mapping the point `from` to `to`. */
export function around(from: Point, to: Point, scaleX: number, scaleY = scaleX, angle = 0): Affine {
  const a = scaleX * Math.cos(angle);
  const b = scaleX * Math.sin(angle);
  const c = -scaleY * Math.sin(angle);
  const d = scaleY * Math.cos(angle);
  return { a, b, c, d, tx: to.x - (a * from.x + c * from.y), ty: to.y - (b * from.x + d * from.y) };
}

export interface Pull {
  readonly from: Point;
  readonly to: Point;
  readonly weight: number;
}

/**
 * Weighted least-squares affine map from each `from` to its `to`.
 * @param ridge over 0, in squared distance: keeps the map defined where there are few points, or points in a line
 */
export function fitAffine(pulls: readonly Pull[], ridge: number): Affine {
  let [w, fx, fy, tx, ty] = [1e-9, 0, 0, 0, 0];
  for (const { from, to, weight } of pulls) {
    w += weight;
    fx += weight * from.x;
    fy += weight * from.y;
    tx += weight * to.x;
    ty += weight * to.y;
  }
  [fx, fy, tx, ty] = [fx / w, fy / w, tx / w, ty / w];
  let [xx, xy, yy] = [ridge * w, 0, ridge * w];
  let [xu, yu, xv, yv] = [0, 0, 0, 0];
  for (const { from, to, weight } of pulls) {
    const [x, y, u, v] = [from.x - fx, from.y - fy, to.x - tx, to.y - ty];
    xx += weight * x * x;
    xy += weight * x * y;
    yy += weight * y * y;
    xu += weight * x * u;
    yu += weight * y * u;
    xv += weight * x * v;
    yv += weight * y * v;
  }
  const determinant = xx * yy - xy * xy;
  const a = (xu * yy - yu * xy) / determinant;
  const b = (xv * yy - yv * xy) / determinant;
  const c = (yu * xx - xu * xy) / determinant;
  const d = (yv * xx - xv * xy) / determinant;
  return { a, b, c, d, tx: tx - (a * fx + c * fy), ty: ty - (b * fx + d * fy) };
}

/**
 * Least-squares similarity from `from` to `to` (Umeyama 1991; in the plane and without reflection it has this closed form).
 * Both lists have the same length, at least two, and `from` is not one point repeated.
 */
export function leastSquares(from: readonly Point[], to: readonly Point[]): Affine {
  if (from.length !== to.length) throw new RangeError("leastSquares: the lists differ in length");
  const fromMean = mean(from);
  const toMean = mean(to);
  let square = 0;
  let dot = 0;
  let cross = 0;
  for (const [i, p] of from.entries()) {
    const q = to[i] as Point;
    const px = p.x - fromMean.x;
    const py = p.y - fromMean.y;
    const qx = q.x - toMean.x;
    const qy = q.y - toMean.y;
    square += px * px + py * py;
    dot += px * qx + py * qy;
    cross += px * qy - py * qx;
  }
  if (square === 0) throw new RangeError("leastSquares: all points are the same");
  const scale = Math.hypot(dot, cross) / square;
  return around(fromMean, toMean, scale, scale, Math.atan2(cross, dot));
}
