import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { areLive, type FrameLimits } from "./liveness.ts";

const limits: FrameLimits = { threshold: 0.06 };
const probability = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true });
const frames = fc.array(probability, { minLength: 4, maxLength: 4 });

test("genuine frames pass, though one or two of them are below the threshold for a single photo", () => {
  assert.equal(areLive([0.9, 0.7, 0.4, 0.3], limits), true);
  assert.equal(areLive([0.9, 0.7, 0.05, 0.03], limits), true);
  assert.equal(areLive([0.999, 0.3, 0.2, 0.01], limits), true);
});

test("frames that look like an attack together are refused", () => {
  assert.equal(areLive([0.02, 0.03, 0.01, 0.02], limits), false);
  assert.equal(areLive([0.07, 0.08, 0.07, 0.09], limits), false);
});

test("one frame that is evidently an attack is enough", () => {
  assert.equal(areLive([0.99, 0.99, 0.99, 0.002], limits), false);
});

test("two frames that look live are enough for two that are doubtful, one for three is not", () => {
  assert.equal(areLive([0.9, 0.12, 0.03, 0.02], limits), true);
  assert.equal(areLive([0.9, 0.08, 0.05, 0.05], limits), false);
  assert.equal(areLive([0.9, 0.9, 0.05, 0.05, 0.05], limits), false);
});

test("one frame that is evidently live does not save the others", () => {
  assert.equal(areLive([1, 0.02, 0.02, 0.02], limits), false);
});

test("frames that all look less live never pass where the others did not, in whatever order", () => {
  fc.assert(
    fc.property(frames, fc.double({ min: 0.01, max: 1, noNaN: true }), (live, share) => {
      const less = live.map((one) => one * share);
      assert.ok(areLive(live, limits) || !areLive(less, limits));
      assert.equal(areLive(live.toReversed(), limits), areLive(live, limits));
    }),
  );
});

test("a manifest's own limits for frames count instead", () => {
  const own: FrameLimits = { threshold: 0.3, frames: { half: 0.5, each: 0.1 } };
  assert.equal(areLive([0.5, 0.5, 0.1, 0.1], own), true);
  assert.equal(areLive([0.49, 0.5, 0.4, 0.4], own), false);
  assert.equal(areLive([0.9, 0.9, 0.9, 0.09], own), false);
});
