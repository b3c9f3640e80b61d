import assert from "node:assert/strict";
import { test } from "node:test";
import { apply } from "@selfsame/face/plane/affine";
import type { Point } from "@selfsame/face/plane/geometry";
import { mapTriangles, triangulated } from "./piecewise-affine.ts";

const size = { width: 60, height: 50 };
/** Four corners, and points inside in no particular order. */
const points: readonly Point[] = [
  { x: 5, y: 5 },
  { x: 55, y: 4 },
  { x: 56, y: 45 },
  { x: 4, y: 46 },
  ...Array.from({ length: 20 }, (_, i) => ({ x: 30 + 22 * Math.sin(i * i), y: 25 + 17 * Math.sin(i * i * i + 1) })),
];

test("triangles divide what their points enclose: each pixel is in one", () => {
  const counts = new Map<number, number>();
  const triangles = triangulated(points);
  mapTriangles(triangles, points, points, size, (x, y) => {
    const key = y * size.width + x;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  // Two triangles for each point, less two and less the number of points on the outline (Euler).
  assert.equal(triangles.length, 2 * points.length - 2 - 4);
  for (let y = 6; y < 44; y++)
    for (let x = 6; x < 54; x++) assert.equal(counts.get(y * size.width + x), 1, `${x}, ${y}`);
});

test("of points that an affine map moved each pixel comes from where the map had it", () => {
  const map = { a: 1.4, b: 0.2, c: -0.3, d: 0.9, tx: 7, ty: -2 };
  let seen = 0;
  mapTriangles(
    triangulated(points),
    points.map((point) => apply(map, point)),
    points,
    size,
    (x, y, source) => {
      const truth = apply(map, { x: x + 0.5, y: y + 0.5 });
      assert.ok(Math.hypot(source.x - truth.x, source.y - truth.y) < 1e-6);
      seen++;
    },
  );
  assert.ok(seen > 1900, String(seen));
});

test("a triangle that is turned over hides", () => {
  const mirrored = points.map(({ x, y }) => ({ x: 60 - x, y }));
  mapTriangles(triangulated(points), points, mirrored, size, () => assert.fail("seen from behind"));
});
