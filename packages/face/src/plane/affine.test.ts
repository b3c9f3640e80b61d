import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { type Affine, apply, around, compose, fitAffine, invert, leastSquares, scaleOf } from "./affine.ts";
import { distance, type Point } from "./geometry.ts";

const coordinate = fc.double({ min: -2000, max: 2000, noNaN: true });
const point = fc.record({ x: coordinate, y: coordinate });
const scale = fc.double({ min: 0.05, max: 20, noNaN: true });
const angle = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true });
const similarity = fc.tuple(point, point, scale, angle).map(([from, to, by, turn]) => around(from, to, by, by, turn));
const affine = fc
  .tuple(point, point, scale, scale, angle)
  .map(([from, to, byX, byY, turn]) => around(from, to, byX, byY, turn));

const near = (a: Point, b: Point, tolerance: number) =>
  assert.ok(distance(a, b) <= tolerance, `${JSON.stringify(a)} is not ${JSON.stringify(b)}`);
const reach = (t: Affine) => 1e-6 * (1 + Math.abs(t.tx) + Math.abs(t.ty));

test("around takes its point where it says", () => {
  fc.assert(
    fc.property(point, point, scale, scale, angle, (from, to, byX, byY, turn) => {
      near(apply(around(from, to, byX, byY, turn), from), to, 1e-6);
    }),
  );
});

test("a known similarity is recovered from points it moved", () => {
  fc.assert(
    fc.property(similarity, fc.uniqueArray(point, { minLength: 2, maxLength: 8 }), (t, points) => {
      fc.pre(points.some((p) => distance(p, points[0] ?? p) > 1));
      const found = leastSquares(
        points,
        points.map((p) => apply(t, p)),
      );
      for (const p of points) near(apply(found, p), apply(t, p), 1e-5 * (1 + scaleOf(t)) + reach(t));
    }),
  );
});

test("no similarity fits better than the one of least squares", () => {
  const square = (t: Affine, from: readonly Point[], to: readonly Point[]) =>
    from.reduce((sum, p, i) => sum + distance(apply(t, p), to[i] ?? p) ** 2, 0);
  const five = fc.array(point, { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(five, five, fc.double({ min: -0.01, max: 0.01, noNaN: true }), (from, to, nudge) => {
      fc.pre(from.some((p) => distance(p, from[0] ?? p) > 1));
      const best = leastSquares(from, to);
      const nudged = { ...best, a: best.a + nudge, d: best.d + nudge, tx: best.tx + nudge * 10 };
      const error = square(best, from, to);
      assert.ok(error <= square(nudged, from, to) + 1e-6 * (1 + error));
    }),
  );
});

test("an affine map is found from where it takes points, those of no weight apart; far from points in a line a ridge holds it", () => {
  const t: Affine = { a: 1.2, b: -0.1, c: 0.3, d: 0.9, tx: 5, ty: -7 };
  const corners = [0, 1, 2, 3].map((i) => ({ x: 10 * (i % 2), y: 10 * (i >> 1) }));
  const pulls = corners.map((from) => ({ from, to: apply(t, from), weight: 1 }));
  const stray = { from: { x: 3, y: 3 }, to: { x: 900, y: 900 }, weight: 0 };
  near(apply(fitAffine([...pulls, stray], 1e-9), { x: 40, y: 30 }), apply(t, { x: 40, y: 30 }), 1e-4);
  const inLine = fitAffine(pulls.slice(0, 2), 1e-3);
  near(apply(inLine, { x: 5, y: 0 }), apply(t, { x: 5, y: 0 }), 1e-3);
  assert.ok(Object.values(inLine).every(Number.isFinite));
  assert.ok(Object.values(fitAffine([], 1)).every(Number.isFinite));
});

test("points that are all the same fit nothing", () => {
  const same = [1, 2, 3].map(() => ({ x: 5, y: 5 }));
  assert.throws(() => leastSquares(same, same), RangeError);
  assert.throws(() => leastSquares(same, same.slice(1)), RangeError);
});

test("the inverse leads back, and compose is one after the other", () => {
  fc.assert(
    fc.property(affine, similarity, point, (t, u, p) => {
      const tolerance = 1e-5 * (1 + 1 / scaleOf(t)) * (1 + Math.abs(t.tx) + Math.abs(t.ty));
      near(apply(invert(t), apply(t, p)), p, tolerance);
      near(apply(compose(u, t), p), apply(u, apply(t, p)), 1e-6 * (1 + scaleOf(u)) * (1e5 + reach(t)));
    }),
  );
});
