import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  aimOf,
  apart,
  depthSteps,
  dotEffort,
  flatSteps,
  type Gesture,
  hasOpenEyes,
  isDone,
  isFrontal,
  shareDone,
  steps,
  turnsAside,
} from "./gestures.ts";
import { performedEach } from "../testing/performed.ts";
import { fuzzRuns } from "../../../../testing/fuzz-runs.ts";

const neutral: Gesture = { yaw: 2, pitch: -1, eyesOpen: 0.95, mouthWidth: 0.9, size: 0.12 };
const done = performedEach(neutral);

test("each step is told from every other and from doing nothing", () => {
  for (const step of steps) {
    assert.equal(isDone(step, neutral, neutral), false, `${step} without doing anything`);
    for (const other of steps) assert.equal(isDone(step, neutral, done[other]), step === other, `${step} by ${other}`);
  }
});

test("whoever satisfies the camera, which asks for more, satisfies the server", () => {
  const gesture = fc.record({
    yaw: fc.double({ min: -60, max: 60, noNaN: true }),
    pitch: fc.double({ min: -40, max: 50, noNaN: true }),
    eyesOpen: fc.double({ min: 0, max: 1, noNaN: true }),
    mouthWidth: fc.double({ min: 0.5, max: 1.5, noNaN: true }),
    size: fc.double({ min: 0.02, max: 0.5, noNaN: true }),
  });
  fc.assert(
    fc.property(gesture, gesture, fc.constantFrom(...steps), (before, now, step) => {
      if (isDone(step, before, now, 1.4)) assert.ok(isDone(step, before, now));
    }),
    { numRuns: fuzzRuns(200) },
  );
});

test("steps are measured from the person's own neutral look", () => {
  assert.equal(isDone("turn_left", { ...neutral, yaw: 15 }, { ...neutral, yaw: 22 }), false);
  assert.equal(isDone("smile", { ...neutral, mouthWidth: 1.05 }, done.smile), false);
  assert.equal(isDone("blink", { ...neutral, eyesOpen: 0.1 }, done.blink), false);
});

test("steps that turn nothing count only while facing the camera", () => {
  for (const step of flatSteps) {
    assert.equal(isDone(step, neutral, { ...done[step], yaw: 30 }), false, step);
    assert.equal(isDone(step, neutral, { ...done[step], pitch: -25 }), false, step);
  }
});

test("a head turned so far that half the face is hidden is too much", () => {
  assert.equal(isDone("turn_left", neutral, { ...neutral, yaw: 60 }), false);
  assert.equal(isDone("look_up", neutral, { ...neutral, pitch: 45 }), false);
});

test("neutral is frontal with open eyes", () => {
  assert.ok(isFrontal(neutral) && hasOpenEyes(neutral));
  for (const step of ["turn_left", "turn_right"] as const) assert.equal(isFrontal(done[step]), false, step);
  assert.equal(hasOpenEyes(done.blink), false);
});

test("a step is done by shares, and the other way is less than none", () => {
  for (const step of steps) {
    assert.equal(shareDone(step, neutral, neutral), 0, step);
    if (step !== "blink") assert.ok(shareDone(step, neutral, done[step]) >= 1, step);
  }
  assert.deepEqual([...depthSteps, ...flatSteps], steps);
  assert.ok(shareDone("turn_left", neutral, done.turn_right) < -1);
  assert.ok(Math.abs(shareDone("turn_left", neutral, { ...neutral, yaw: 9 }) - 0.5) < 1e-9);
});

/** A nose that points in this direction: a reach of 1 is 12 degrees to the side or 8.5 up. */
const pointing = (degrees: number, reach: number): Gesture => ({
  ...neutral,
  // The person's right is the photo's left.
  yaw: neutral.yaw - 12 * reach * Math.cos((degrees * Math.PI) / 180),
  pitch: neutral.pitch + 8.5 * reach * Math.sin((degrees * Math.PI) / 180),
});

test("a dot is followed in its direction, far enough and not too far", () => {
  const anyDot = fc.integer({ min: -30, max: 210 });
  const anyAside = fc.double({ min: -180, max: 180, noNaN: true });
  fc.assert(
    fc.property(anyDot, anyAside, (dot, aside) => {
      const is = isDone({ dot }, neutral, pointing(dot + aside, 2.6));
      if (Math.abs(aside) < 19.9) assert.ok(is);
      if (Math.abs(aside) > 20.1) assert.equal(is, false);
      assert.equal(isDone({ dot }, neutral, pointing(dot, 0.9)), false, "not far enough");
      assert.equal(isDone({ dot }, neutral, pointing(dot, 6)), false, "too far");
    }),
    { numRuns: fuzzRuns(200) },
  );
  assert.equal(isDone({ dot: 90 }, neutral, neutral), false);
  assert.ok(isDone({ dot: 180 }, neutral, done.turn_left) && isDone({ dot: 90 }, neutral, done.look_up));
  assert.equal(isDone({ dot: 0 }, neutral, done.turn_left), false);
});

test("a dot beside the face requires a turn of 14 degrees, which is less than the camera waits for", () => {
  for (const dot of [0, 20, -20, 160, 180, 200]) {
    assert.ok(turnsAside({ dot }), `${dot}`);
    for (const aside of [-13, 0, 13]) {
      const reach = 14 / 12 / Math.abs(Math.cos(((dot + aside) * Math.PI) / 180));
      assert.ok(isDone({ dot }, neutral, pointing(dot + aside, 1.01 * reach)), `${dot} ${aside}`);
      assert.equal(isDone({ dot }, neutral, pointing(dot + aside, 0.99 * reach)), false, `${dot} ${aside}`);
      assert.ok(isDone({ dot }, neutral, pointing(dot + aside, 1.51), dotEffort), `${dot} ${aside}`);
    }
  }
  for (const dot of [-21, 21, 90, 159]) assert.equal(turnsAside({ dot }), false, `${dot}`);
  assert.deepEqual(steps.filter(turnsAside), ["turn_left", "turn_right"]);
});

test("directions are compared around the circle", () => {
  assert.deepEqual([apart(-30, 330), apart(210, -30), apart(-170, 170), apart(0, 180)], [0, 120, 20, 180]);
  assert.ok(aimOf(neutral, done.turn_left).right < -1);
  assert.ok(Math.abs(shareDone({ dot: 90 }, neutral, { ...neutral, pitch: neutral.pitch + 4.25 }) - 0.5) < 1e-9);
});
