import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { fitHomography, project } from "./homography.ts";
import { anyHomography } from "../../../../testing/challenge/heads.ts";

const point = fc.record({
  x: fc.double({ min: -300, max: 300, noNaN: true }),
  y: fc.double({ min: -300, max: 300, noNaN: true }),
});

test("a homography is recovered from points it moved", () => {
  const grid = Array.from({ length: 16 }, (_, i) => ({ x: (i % 4) * 100 - 150, y: Math.floor(i / 4) * 100 - 150 }));
  fc.assert(
    fc.property(anyHomography, point, (h, p) => {
      const found = fitHomography(
        grid,
        grid.map((corner) => project(h, corner)),
      );
      assert.ok(found);
      const [expected, actual] = [project(h, p), project(found, p)];
      assert.ok(Math.hypot(actual.x - expected.x, actual.y - expected.y) < 1e-4);
    }),
  );
});

test("points on one line determine none", () => {
  const line = Array.from({ length: 10 }, (_, i) => ({ x: i * 10, y: i * 20 }));
  assert.equal(fitHomography(line, line), undefined);
});
