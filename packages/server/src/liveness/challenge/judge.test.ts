import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { gestureOf, type Step } from "@selfsame/face/assess/gestures";
import { type Frame, judgeChallenge, type Measure, partOf } from "./judge.ts";
import { genericHead, seen } from "../../../testing/challenge/heads.ts";

const photo = { width: 640, height: 480 };
const me = Float32Array.of(1, 0);
const somebodyElse = Float32Array.of(0, 1);
const measure: Pick<Measure, "similarity" | "spoof"> = {
  similarity: (one, other) => (one[0] as number) * (other[0] as number),
  spoof: { threshold: 0.06 },
};

function frame(yaw: number, pitch: number, change: Partial<Frame> = {}, distanceMm = 500): Frame {
  const points = seen(genericHead, yaw, pitch, { distanceMm });
  return {
    points,
    gesture: gestureOf(points, { left: 0.9, right: 0.95 }, photo),
    pose: { yaw, pitch: pitch - 8, roll: 0 },
    hash: randomBytes(32),
    tone: { red: 0.3, blue: -0.2 },
    embedding: me,
    live: 0.9,
    ...change,
  };
}
const selfie = frame(0, 0);
const shut = (one: Frame): Frame => ({ ...one, gesture: { ...one.gesture, eyesOpen: 0.1 } });
const steps: readonly Step[] = ["turn_left", "blink", "move_closer"];
const done: readonly [Frame, Frame, Frame] = [frame(30, 0), shut(frame(1, 1)), frame(0, 0, {}, 370)];

test("the steps done by the person in the selfie are believed", () => {
  assert.equal(judgeChallenge(steps, selfie, done, measure), undefined);
  const others = [frame(1, 22), frame(-30, 2), shut(frame(0, 0))];
  assert.equal(judgeChallenge(["look_up", "turn_right", "blink"], selfie, others, measure), undefined);
});

test("in the wrong order they are not", () => {
  const [turn, blink, near] = done;
  assert.deepEqual(judgeChallenge(steps, selfie, [blink, turn, near], measure), { reason: "step_not_seen", frame: 1 });
  assert.deepEqual(judgeChallenge(steps, selfie, [turn, near, blink], measure), { reason: "step_not_seen", frame: 2 });
});

test("one evident spoof, in the selfie or a frame, is enough", () => {
  const [turn, blink, near] = done;
  assert.deepEqual(judgeChallenge(steps, { ...selfie, live: 0.001 }, done, measure), { reason: "spoof" });
  assert.deepEqual(judgeChallenge(steps, selfie, [turn, { ...blink, live: 0.001 }, near], measure), {
    reason: "spoof",
  });
});

test("another person in one frame is enough", () => {
  const [turn, blink, near] = done;
  for (const [i, frames] of [
    [{ ...turn, embedding: somebodyElse }, blink, near],
    [turn, { ...blink, embedding: somebodyElse }, near],
    [turn, blink, { ...near, embedding: somebodyElse }],
  ].entries()) {
    assert.deepEqual(judgeChallenge(steps, selfie, frames, measure), { reason: "another_person", frame: i + 1 });
  }
});

test("a frame that is only less like the selfie is no other person", () => {
  const [turn, blink, near] = done;
  const like = (similarity: number) => [{ ...turn, embedding: Float32Array.of(similarity, 0) }, blink, near];
  assert.equal(judgeChallenge(steps, selfie, like(0.31), measure), undefined);
  assert.deepEqual(judgeChallenge(steps, selfie, like(0.29), measure), { reason: "another_person", frame: 1 });
});

test("a selfie that is turned aside or has its eyes closed is not what steps can be measured against", () => {
  assert.deepEqual(judgeChallenge(steps, frame(25, 0), done, measure), { reason: "not_neutral", frame: "selfie" });
  assert.deepEqual(judgeChallenge(["blink"], shut(selfie), [done[1]], measure), {
    reason: "not_neutral",
    frame: "selfie",
  });
});

test("eyes that are always taken for closed do not keep anybody from the other steps", () => {
  const frames = [done[0], shut(frame(1, 22)), done[2]];
  assert.equal(judgeChallenge(["turn_left", "look_up", "move_closer"], shut(selfie), frames, measure), undefined);
});

test("landmarks that turn without the pixels turning are not believed", () => {
  const frames = [{ ...done[0], pose: selfie.pose }, done[1], done[2]];
  assert.deepEqual(judgeChallenge(steps, selfie, frames, measure), { reason: "step_not_seen", frame: 1 });
});

test("a turn without depth is flat, whatever the pose models make of it", () => {
  const flat = { ...done[0], points: selfie.points.map(({ x, y }) => ({ x: x * 0.8 + y * 0.05, y: y * 0.97 })) };
  assert.deepEqual(judgeChallenge(steps, selfie, [flat, done[1], done[2]], measure), { reason: "flat", frame: 1 });
});

test("the selfie enlarged has not come closer", () => {
  const enlarged = { ...done[2], hash: selfie.hash };
  assert.deepEqual(judgeChallenge(steps, selfie, [done[0], done[1], enlarged], measure), {
    reason: "same_picture",
    frame: 3,
  });
});

test("a picture is the selfie's up to five differing bits; a sixth is another", () => {
  const differing = (bits: number) => ({
    ...done[2],
    hash: selfie.hash.map((byte, i) => (i < bits ? byte ^ 1 : byte)),
  });
  const judged = (bits: number) => judgeChallenge(steps, selfie, [done[0], done[1], differing(bits)], measure);
  assert.deepEqual(judged(5), { reason: "same_picture", frame: 3 });
  assert.equal(judged(6), undefined);
});

test("the pose model must see the turn, from its least on", () => {
  const posed = (yaw: number, pitch: number) => ({ yaw, pitch: selfie.pose.pitch + pitch, roll: 0 });
  const judged = (turn: Frame, up: Frame) => judgeChallenge(["turn_left", "look_up"], selfie, [turn, up], measure);
  const [turn, up] = [frame(30, 0), frame(1, 22)];
  assert.equal(judged({ ...turn, pose: posed(9, 0) }, { ...up, pose: posed(0, 5) }), undefined);
  const missed = (frame: number) => ({ reason: "step_not_seen", frame });
  assert.deepEqual(judged({ ...turn, pose: posed(8.9, 0) }, up), missed(1));
  assert.deepEqual(judged(turn, { ...up, pose: posed(0, 4.9) }), missed(2));
});

test("parts of the form are named for their frames", () => {
  assert.deepEqual([partOf("selfie"), partOf(2)], ["selfie", "frame_2"]);
});

test("frames in which the face has different colours are not of one camera", () => {
  const [turn, blink, near] = done;
  const warmer = (by: number) => [turn, blink, { ...near, tone: { red: 0.3 + by, blue: -0.2 - by } }];
  assert.equal(judgeChallenge(steps, selfie, warmer(0.2), measure), undefined);
  assert.deepEqual(judgeChallenge(steps, selfie, warmer(0.25), measure), { reason: "other_colours" });
});

test("a dot is followed where landmarks and pixels agree that it is", () => {
  const towards = (dot: number) => frame(-22 * Math.cos((dot * Math.PI) / 180), 22 * Math.sin((dot * Math.PI) / 180));
  for (const dot of [-30, 0, 40, 90, 135, 180, 210]) {
    assert.equal(judgeChallenge([{ dot }], selfie, [towards(dot)], measure), undefined, String(dot));
    const missed = { reason: "step_not_seen", frame: 1 };
    assert.deepEqual(judgeChallenge([{ dot }], selfie, [towards(dot + 45)], measure), missed);
    const { pose } = towards(dot + 90);
    assert.deepEqual(judgeChallenge([{ dot }], selfie, [{ ...towards(dot), pose }], measure), missed);
  }
});
