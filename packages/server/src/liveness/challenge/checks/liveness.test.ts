import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { type FrameLimits, isEvidentAttack, livenessLack } from "./liveness.ts";

const limits: FrameLimits = { threshold: 0.06 };
const own: FrameLimits = { threshold: 0.3, frames: { half: 0.5, each: 0.1 } };
const probability = fc.double({ min: 0, max: 1, noNaN: true });

test("one frame that is evidently an attack is enough, by the manifest's own limit where it has one", () => {
  assert.deepEqual(
    [0, 0.002, 0.01, 0.9, 1].map((live) => isEvidentAttack(live, limits)),
    [true, true, false, false, false],
  );
  assert.equal(isEvidentAttack(0.09, own), true);
  assert.equal(isEvidentAttack(0.1, own), false);
});

test("what a frame lacks counts from what half of the frames have to reach", () => {
  assert.ok(Math.abs(livenessLack(0.5, own)) < 1e-9);
  assert.ok(livenessLack(0.4, own) > 0 && livenessLack(0.6, own) < 0);
  assert.ok(Math.abs(livenessLack(0.0927, limits)) < 0.01, "1.6 times the odds of the threshold");
});

test("a frame that looks less live never lacks less, and certainty is no infinity", () => {
  fc.assert(
    fc.property(probability, probability, (one, other) => {
      assert.ok(Number.isFinite(livenessLack(one, limits)));
      assert.ok(livenessLack(Math.min(one, other), limits) >= livenessLack(Math.max(one, other), limits));
    }),
  );
});
