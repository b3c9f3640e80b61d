import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import type { Point } from "@selfsame/face/plane/geometry";
import { depthSteps, directionOf } from "@selfsame/face/assess/gestures";
import { hasDepth, noseParallax } from "./depth.ts";
import { project } from "./homography.ts";
import { anyHomography, genericHead, jitter, moved, seen } from "../../../../testing/challenge/heads.ts";

const neutral = seen(genericHead, 0, 0);
/** The same points with their middle at the origin, as the random homographies are. */
const flat = neutral.map(({ x, y }) => ({ x: x - 320, y: y - 260 }));
const anyDepthStep = fc.constantFrom(...depthSteps);

test("a flat picture under any homography leaves no parallax and is refused", () => {
  fc.assert(
    fc.property(anyHomography, anyDepthStep, (h, step) => {
      const tilted = flat.map((p) => project(h, p));
      const parallax = noseParallax(flat, tilted);
      assert.ok(parallax && Math.hypot(parallax.x, parallax.y) < 1e-4);
      assert.equal(hasDepth(step, flat, tilted), false);
    }),
  );
});

test("a flat picture is refused, too, when its landmarks are a little off", () => {
  fc.assert(
    fc.property(anyHomography, anyDepthStep, jitter(0.8), (h, step, offsets) => {
      assert.equal(
        hasDepth(
          step,
          flat,
          moved(
            flat.map((p) => project(h, p)),
            offsets,
          ),
        ),
        false,
      );
    }),
  );
});

/** Each step as a person performs it: over a range of angles, never quite straight. */
const performance = fc.record({
  step: anyDepthStep,
  main: fc.double({ min: 18, max: 40, noNaN: true }),
  aside: fc.double({ min: -6, max: 6, noNaN: true }),
  distanceMm: fc.double({ min: 250, max: 900, noNaN: true }),
});
const perform = ({
  step,
  main,
  aside,
  distanceMm,
}: typeof performance extends fc.Arbitrary<infer T> ? T : never): Point[] => {
  const { right, up } = directionOf(step);
  return seen(genericHead, -main * right + aside * up, main * up + aside * right, { distanceMm });
};

test("a head that turns or tilts up passes, near and far, with landmarks a little off", () => {
  fc.assert(
    fc.property(performance, jitter(0.5), (one, offsets) => {
      assert.equal(hasDepth(one.step, neutral, moved(perform(one), offsets)), true);
    }),
  );
});

test("a head that turns the other way is refused", () => {
  assert.equal(hasDepth("turn_left", neutral, seen(genericHead, -25, 0)), false);
  assert.equal(hasDepth("turn_right", neutral, seen(genericHead, 25, 0)), false);
  assert.equal(hasDepth("look_up", neutral, seen(genericHead, 0, -20)), false);
});

test("points without extent are refused", () => {
  const nowhere = neutral.map(() => ({ x: 1, y: 1 }));
  assert.equal(hasDepth("turn_left", neutral, nowhere), false);
  assert.equal(hasDepth("turn_left", nowhere, neutral), false);
});

test("a head whose nose follows a dot passes, one that points elsewhere and a flat picture do not", () => {
  const anyDot = fc.integer({ min: -30, max: 210 });
  const turned = (dot: number, by = 20) => {
    const { right, up } = directionOf({ dot });
    return seen(genericHead, -by * right, by * up);
  };
  fc.assert(
    fc.property(anyDot, anyHomography, jitter(0.5), (dot, h, offsets) => {
      assert.equal(hasDepth({ dot }, neutral, moved(turned(dot), offsets)), true);
      assert.equal(hasDepth({ dot }, neutral, turned(dot + 180)), false);
      assert.equal(
        hasDepth(
          { dot },
          flat,
          flat.map((p) => project(h, p)),
        ),
        false,
      );
    }),
  );
});
