import assert from "node:assert/strict";
import { test } from "node:test";
import { flatSteps, type Gesture, type Step, type Task } from "@selfsame/face/assess/gestures";
import { performedEach } from "@selfsame/face/testing/performed";
import { boxAt, seen } from "../testing/seen.ts";
import { watchStep } from "./step-watch.ts";

const neutral: Gesture = { yaw: 2, pitch: -3, eyesOpen: 0.95, mouthWidth: 0.8, size: 0.08 };
const done = performedEach(neutral);

/** Shows one gesture after the other, ten a second, from the moment when the step is shown. */
function watching(task: Task) {
  const see = watchStep(task, neutral, 0);
  let frame = 0;
  return (gesture: Gesture) => {
    frame++;
    return see({ ...seen({ gesture }), frame }, frame * 100);
  };
}

for (const [step, gesture] of Object.entries(done) as [Step, Gesture][]) {
  test(`${step} is done once it is seen for long enough, and neutral never is`, () => {
    const show = watching(step);
    for (let i = 0; i < 10; i++) assert.equal(show(neutral).done?.frame, undefined);
    const answers = [show(gesture), show(gesture), show(gesture), show(gesture)];
    assert.equal(answers.at(-1)?.done?.frame, 11, "the frame in which it began");
    if (step !== "blink") assert.equal(answers[0]?.done?.frame, undefined);
  });

  test(`${step} is not done by what the others ask for`, () => {
    for (const [other, gesture] of Object.entries(done)) {
      const show = watching(step);
      if (other !== step) for (let i = 0; i < 15; i++) assert.equal(show(gesture).done?.frame, undefined, other);
    }
  });
}

test("what is left over from the step before does not count", () => {
  const show = watching("turn_left");
  for (let i = 0; i < 5; i++) assert.equal(show(done.turn_left).done?.frame, undefined);
});

test("a step that is broken off begins anew", () => {
  const show = watching("smile");
  for (let i = 0; i < 8; i++) show(neutral);
  for (let i = 0; i < 10; i++) assert.equal(show(i % 2 === 0 ? done.smile : neutral).done?.frame, undefined);
});

test("a head turned too far is told so, and not taken", () => {
  const show = watching("turn_left");
  const answers = Array.from({ length: 15 }, () => show({ ...neutral, yaw: 46 }));
  assert.deepEqual(answers.at(-1), { hint: "too_far_turned" });
});

test("a face that is gone, or not alone, is told after a while", () => {
  const see = watchStep("blink", neutral, 0);
  const two = seen({}, [boxAt(0, 0), boxAt(300, 0, 0.8)]);
  assert.deepEqual(see(two, 1000), {});
  assert.deepEqual(see(two, 1800), { hint: "several_faces" });
  assert.deepEqual(see(seen({}, []), 1900), {});
  assert.deepEqual(see(seen({}, []), 2700), { hint: "no_face" });
});

/** The hint after this gesture was shown for this many seconds. */
function saidFor(task: Task, gesture: Gesture, seconds = 1) {
  const show = watching(task);
  return Array.from({ length: 10 * seconds }, () => show(gesture)).at(-1)?.hint;
}

test("somebody on the way is told to go on, somebody on the wrong way to go the other", () => {
  const halfway: Partial<Readonly<Record<Step, Gesture>>> = {
    turn_left: { ...neutral, yaw: 12 },
    turn_right: { ...neutral, yaw: -9 },
    look_up: { ...neutral, pitch: 2 },
    smile: { ...neutral, mouthWidth: 0.86 },
    move_closer: { ...neutral, size: 0.092 },
  };
  for (const [step, gesture] of Object.entries(halfway) as [Step, Gesture][]) {
    assert.equal(saidFor(step, gesture), "further", step);
    assert.equal(saidFor(step, neutral), undefined, step);
  }
  assert.equal(saidFor("turn_left", done.turn_right), "other_way");
  assert.equal(saidFor("turn_right", done.turn_left), "other_way");
  assert.equal(saidFor("look_up", { ...neutral, pitch: -12 }), "other_way");
});

test("a head that turns away meanwhile is told to keep still", () => {
  for (const step of flatSteps) assert.equal(saidFor(step, done.turn_left), "head_still");
});

test("after ten seconds of nothing that can be seen, that is said", () => {
  assert.equal(saidFor("blink", neutral, 9), undefined);
  assert.equal(saidFor("blink", neutral, 11), "not_seen");
});

test("a dot is followed once the nose points at it, and until then the way there is told", () => {
  const dot = { dot: 135 };
  const there = { ...neutral, yaw: neutral.yaw + 16, pitch: neutral.pitch + 15 };
  const show = watching(dot);
  for (let i = 0; i < 10; i++) assert.equal(show(neutral).done?.frame, undefined);
  assert.equal([there, there, there, there].map(show).at(-1)?.done?.frame, 11);

  assert.equal(saidFor(dot, neutral, 2), undefined, "the dot itself is told of first");
  assert.equal(saidFor(dot, neutral, 4), "dot_up_left");
  assert.equal(saidFor(dot, { ...neutral, yaw: neutral.yaw + 16 }, 4), "dot_up");
  assert.equal(saidFor(dot, { ...neutral, pitch: neutral.pitch + 10 }, 4), "dot_left");
  assert.equal(saidFor({ dot: 0 }, neutral, 4), "dot_right");
  assert.equal(saidFor({ dot: -30 }, { ...neutral, yaw: neutral.yaw - 16, pitch: neutral.pitch + 6 }, 4), "dot_down");
  assert.equal(saidFor({ dot: 180 }, { ...neutral, yaw: 46 }, 4), "too_far_turned");
});
