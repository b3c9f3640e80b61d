import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { gestureOf, type Step } from "@selfsame/face/gestures";
import { type Frame, judge } from "./judge.ts";
import { genericHead, seen } from "./testing/heads.ts";

const photo = { width: 640, height: 480 };
const me = Float32Array.of(1, 0);
const somebodyElse = Float32Array.of(0, 1);
const isSame = (one: Float32Array, other: Float32Array) => one[0] === other[0];

function frame(yaw: number, pitch: number, change: Partial<Frame> = {}, distanceMm = 500): Frame {
  const points = seen(genericHead, yaw, pitch, { distanceMm });
  return {
    points,
    gesture: gestureOf(points, { left: 0.9, right: 0.95 }, photo),
    pose: { yaw, pitch: pitch - 8, roll: 0 },
    hash: randomBytes(32),
    embedding: me,
    isSpoof: false,
    ...change,
  };
}
const selfie = frame(0, 0);
const shut = (one: Frame): Frame => ({ ...one, gesture: { ...one.gesture, eyesOpen: 0.1 } });
const steps: readonly Step[] = ["turn_left", "blink", "move_closer"];
const done: readonly [Frame, Frame, Frame] = [frame(30, 0), shut(frame(1, 1)), frame(0, 0, {}, 370)];

test("the steps done by the person in the selfie are believed", () => {
  assert.equal(judge(steps, selfie, done, isSame), undefined);
  const others = [frame(1, 22), frame(-30, 2), shut(frame(0, 0))];
  assert.equal(judge(["look_up", "turn_right", "blink"], selfie, others, isSame), undefined);
});

test("in the wrong order they are not", () => {
  const [turn, blink, near] = done;
  assert.deepEqual(judge(steps, selfie, [blink, turn, near], isSame), { reason: "step_not_seen", frame: 1 });
  assert.deepEqual(judge(steps, selfie, [turn, near, blink], isSame), { reason: "step_not_seen", frame: 2 });
});

test("one spoof, in the selfie or a frame, is enough", () => {
  const [turn, blink, near] = done;
  assert.deepEqual(judge(steps, { ...selfie, isSpoof: true }, done, isSame), { reason: "spoof", frame: "selfie" });
  const frames = [turn, { ...blink, isSpoof: true }, near];
  assert.deepEqual(judge(steps, selfie, frames, isSame), { reason: "spoof", frame: 2 });
});

test("another person in one frame is enough", () => {
  const [turn, blink, near] = done;
  for (const [i, frames] of [
    [{ ...turn, embedding: somebodyElse }, blink, near],
    [turn, { ...blink, embedding: somebodyElse }, near],
    [turn, blink, { ...near, embedding: somebodyElse }],
  ].entries()) {
    assert.deepEqual(judge(steps, selfie, frames, isSame), { reason: "another_person", frame: i + 1 });
  }
});

test("a selfie that looks aside or has its eyes closed is not what steps can be measured against", () => {
  assert.deepEqual(judge(steps, frame(25, 0), done, isSame), { reason: "not_neutral", frame: "selfie" });
  assert.deepEqual(judge(["blink"], shut(selfie), [done[1]], isSame), { reason: "not_neutral", frame: "selfie" });
});

test("landmarks that turn without the pixels turning are not believed", () => {
  const frames = [{ ...done[0], pose: selfie.pose }, done[1], done[2]];
  assert.deepEqual(judge(steps, selfie, frames, isSame), { reason: "step_not_seen", frame: 1 });
});

test("a turn without depth is flat, whatever the pose models make of it", () => {
  const flat = { ...done[0], points: selfie.points.map(({ x, y }) => ({ x: x * 0.8 + y * 0.05, y: y * 0.97 })) };
  assert.deepEqual(judge(steps, selfie, [flat, done[1], done[2]], isSame), { reason: "flat", frame: 1 });
});

test("the selfie enlarged has not come closer", () => {
  const enlarged = { ...done[2], hash: selfie.hash };
  assert.deepEqual(judge(steps, selfie, [done[0], done[1], enlarged], isSame), { reason: "same_picture", frame: 3 });
});
