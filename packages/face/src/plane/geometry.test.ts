import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { areaOf, boundsOf, boxAround, centerOf, clip, overlap, sharedArea } from "./geometry.ts";

const coordinate = fc.double({ min: -500, max: 500, noNaN: true });
const side = fc.double({ min: 0, max: 500, noNaN: true });
const box = fc.record({ x: coordinate, y: coordinate, width: side, height: side });
const frame = fc.record({ width: fc.integer({ min: 1, max: 400 }), height: fc.integer({ min: 1, max: 400 }) });

test("a clipped box lies in the frame and in the box", () => {
  fc.assert(
    fc.property(box, frame, (one, photo) => {
      const inside = clip(one, photo);
      assert.ok(inside.x >= 0 && inside.y >= 0 && inside.width >= 0 && inside.height >= 0);
      assert.ok(inside.x + inside.width <= photo.width + 1e-9 && inside.y + inside.height <= photo.height + 1e-9);
      assert.ok(areaOf(inside) <= areaOf(one) + 1e-6);
      assert.ok(Math.abs(areaOf(inside) - sharedArea(one, { x: 0, y: 0, ...photo })) < 1e-6);
    }),
  );
});

test("overlap is symmetric, between 0 and 1, and 1 with itself", () => {
  fc.assert(
    fc.property(box, box, (a, b) => {
      assert.ok(overlap(a, b) >= 0 && overlap(a, b) <= 1 + 1e-9);
      assert.equal(overlap(a, b), overlap(b, a));
      if (areaOf(a) > 1e-3) assert.ok(Math.abs(overlap(a, a) - 1) < 1e-6);
    }),
  );
});

test("bounds hold every point, and a box around its own centre is itself", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ x: coordinate, y: coordinate }), { minLength: 1 }), box, (points, one) => {
      const bounds = boundsOf(points);
      for (const { x, y } of points) {
        assert.ok(x >= bounds.x && x <= bounds.x + bounds.width + 1e-9);
        assert.ok(y >= bounds.y && y <= bounds.y + bounds.height + 1e-9);
      }
      const again = boxAround(centerOf(one), one.width, one.height);
      assert.ok(Math.abs(again.x - one.x) < 1e-9 && Math.abs(again.y - one.y) < 1e-9);
    }),
  );
});
