import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { depthSteps, type Step, steps } from "@selfsame/face/assess/gestures";
import { avoidedMax, drawSteps, stepsAChallenge } from "./draw.ts";

const anyAvoided = fc.uniqueArray(fc.constantFrom(...steps), { maxLength: avoidedMax });

test("every draw has three different steps, one of them with depth, none that is to be avoided", () => {
  fc.assert(
    fc.property(anyAvoided, (avoid) => {
      const drawn = drawSteps(avoid);
      assert.equal(new Set(drawn).size, stepsAChallenge);
      assert.ok(drawn.some((step) => (depthSteps as readonly Step[]).includes(step)));
      assert.deepEqual(
        drawn.filter((step) => avoid.includes(step)),
        [],
      );
    }),
  );
});

test("every choice in every order comes up", () => {
  const drawn = new Set(Array.from({ length: 6000 }, () => drawSteps([]).join()));
  // 6 x 5 x 4 orders, less the 6 of blink, smile and move_closer.
  assert.equal(drawn.size, 114);
});
