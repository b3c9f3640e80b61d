import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { apart, isDepthStep, type StepName, steps, type Task, turnsAside } from "@selfsame/face/assess/gestures";
import { avoidedMax, stepsAChallenge, stepsMax } from "../draw.ts";
import { drawNext, drawWindow, planFor } from "./draw-next.ts";

const anyAvoided = fc.uniqueArray(fc.constantFrom(...steps), { maxLength: avoidedMax });
const anyCount = fc.integer({ min: stepsAChallenge, max: stepsMax });

function drawAll(avoid: readonly StepName[], count = stepsAChallenge): readonly Task[] {
  const plan = planFor(avoid, count);
  const drawn: Task[] = [];
  while (drawn.length < plan.total) drawn.push(drawNext(plan, drawn));
  return drawn;
}

test("every draw has two dots, one of them beside the face, and a step, no step twice and none that is to be avoided, and no picture does for two dots", () => {
  fc.assert(
    fc.property(anyAvoided, anyCount, (avoid, count) => {
      const drawn = drawAll(avoid, count);
      const dots = drawn.flatMap((task) => (typeof task === "string" ? [] : [task.dot]));
      const names = drawn.filter((task) => typeof task === "string");
      assert.ok(dots.length > 1 && names.length > 0);
      assert.ok(dots.some((dot) => turnsAside({ dot })));
      assert.equal(new Set(names).size, names.length);
      assert.ok(names.every((name) => !avoid.includes(name)));
      for (const [i, one] of dots.entries()) {
        assert.ok(Number.isInteger(one) && one >= -30 && one <= 210);
        for (const other of dots.slice(i + 1)) assert.ok(apart(one, other) >= 45);
      }
    }),
    { numRuns: 1000 },
  );
});

test("who avoids the dots turns instead, once to a side and at most three times, and has a step more", () => {
  const avoided = fc.uniqueArray(fc.constantFrom(...steps), { maxLength: avoidedMax - 1 });
  fc.assert(
    fc.property(avoided, anyCount, (more, count) => {
      const drawn = drawAll(["follow_dot", ...more], count);
      assert.ok(drawn.length >= Math.min(count + 1, 5 - more.length));
      assert.equal(new Set(drawn).size, drawn.length);
      assert.ok(drawn.every((task) => typeof task === "string" && !more.includes(task)));
      const turns = drawn.filter((task) => typeof task === "string" && isDepthStep(task));
      assert.ok(turns.some(turnsAside) && turns.length < drawn.length);
    }),
    { numRuns: 1000 },
  );
});

test("to avoid a step that could be drawn costs one, and five are the most", () => {
  assert.equal(planFor([], 3).total, 3);
  assert.equal(planFor(["blink"], 3).total, 4);
  assert.equal(planFor(["turn_left", "look_up"], 3).total, 3);
  assert.equal(planFor(["blink"], 5).total, 5);
  // Three dots and the remaining step.
  assert.equal(planFor(["blink", "smile"], 5).total, 4);
});

/** Whether a frame of a head turned in this direction is accepted for a dot. */
const does = (dot: number, turned: number) => apart(dot, turned) <= 20;

test("a film of a head that turns to both sides does for one draw in ten", () => {
  const draws = Array.from({ length: 20_000 }, () => drawAll([]));
  const fitting = draws.filter((drawn) =>
    drawn.every((task) => typeof task === "string" || does(task.dot, 0) || does(task.dot, 180)),
  );
  assert.ok(fitting.length < draws.length / 10, `${fitting.length}`);
});

test("what came before says little of what comes next", () => {
  const next = new Set<string>();
  for (let i = 0; i < 2000; i++) next.add(JSON.stringify(drawNext(planFor([], 3), [{ dot: 10 }])));
  // 241 directions without the 85 around the first, and three steps.
  assert.ok(next.size > 140, `${next.size}`);
  const earliest = new Set(Array.from({ length: 2000 }, () => drawWindow().notBeforeMs));
  assert.ok(earliest.size > 500 && Math.min(...earliest) >= 500 && Math.max(...earliest) <= 1500);
});
