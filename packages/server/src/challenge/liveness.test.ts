import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { areLive } from "./liveness.ts";

const threshold = 0.06;
const probability = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true });
const frames = fc.array(probability, { minLength: 4, maxLength: 4 });

test("genuine frames pass, though one or two of them are below the threshold for a single photo", () => {
  assert.equal(areLive([0.9, 0.7, 0.4, 0.3], threshold), true);
  assert.equal(areLive([0.9, 0.7, 0.05, 0.03], threshold), true);
  assert.equal(areLive([0.999, 0.3, 0.2, 0.01], threshold), true);
});

test("frames that look like an attack together are refused", () => {
  assert.equal(areLive([0.02, 0.03, 0.01, 0.02], threshold), false);
  assert.equal(areLive([0.07, 0.08, 0.07, 0.09], threshold), false);
});

test("one frame that is evidently an attack is enough", () => {
  assert.equal(areLive([0.99, 0.99, 0.99, 0.002], threshold), false);
});

test("two frames that look live are enough for two that are doubtful, one for three is not", () => {
  assert.equal(areLive([0.9, 0.12, 0.03, 0.02], threshold), true);
  assert.equal(areLive([0.9, 0.08, 0.05, 0.05], threshold), false);
  assert.equal(areLive([0.9, 0.9, 0.05, 0.05, 0.05], threshold), false);
});

test("one frame that is evidently live does not save the others", () => {
  assert.equal(areLive([1, 0.02, 0.02, 0.02], threshold), false);
});

test("frames that all look less live never pass where the others did not, in whatever order", () => {
  fc.assert(
    fc.property(frames, fc.double({ min: 0.01, max: 1, noNaN: true }), (live, share) => {
      const less = live.map((one) => one * share);
      assert.ok(areLive(live, threshold) || !areLive(less, threshold));
      assert.equal(areLive(live.toReversed(), threshold), areLive(live, threshold));
    }),
  );
});
