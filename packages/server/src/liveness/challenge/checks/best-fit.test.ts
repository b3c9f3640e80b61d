import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { bestFit, type Picture } from "./best-fit.ts";

const side = 40;
const noise = fc
  .int8Array({ minLength: side * side, maxLength: side * side })
  .filter((data) => new Set(data).size > 20);
const picture = (data: Int8Array): Picture => ({ data, width: side, height: side });

test("a square is found again where it was shifted to", () => {
  const shift = fc.integer({ min: -3, max: 3 });
  fc.assert(
    fc.property(noise, shift, shift, (data, dx, dy) => {
      const shifted = Int8Array.from(data, (_, i) => data[i - dx - dy * side] ?? 0);
      const fit = bestFit(picture(data), { x: 12, y: 12 }, 12, picture(shifted), { x: 12, y: 12 }, 3);
      assert.ok(fit.likeness > 0.95);
      assert.ok(Math.abs(fit.x - dx) <= 0.5 && Math.abs(fit.y - dy) <= 0.5);
    }),
    { numRuns: 20 },
  );
});

test("what lies beyond the edge is like nothing", () => {
  const one = picture(new Int8Array(side * side).fill(1));
  assert.equal(bestFit(one, { x: 34, y: 0 }, 12, one, { x: 34, y: 0 }, 0).likeness, -1);
});

test("a square without contrast is like nothing, too", () => {
  const plain = picture(new Int8Array(side * side).fill(3));
  assert.equal(bestFit(plain, { x: 4, y: 4 }, 12, plain, { x: 4, y: 4 }, 2).likeness, 0);
});
