import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  apart,
  depthSteps,
  type Dot,
  flatSteps,
  isDepthStep,
  type Step,
  stepNames,
  steps,
  type Task,
  turnsAside,
} from "@selfsame/face/assess/gestures";
import { avoidedMax, drawSteps, drawTasks, heldMs, heldRandom, stepsAChallenge, stepsFor, stepsMax } from "./draw.ts";

const secret = Buffer.alloc(32, 7);
const anyAvoided = fc.uniqueArray(fc.constantFrom(...steps), { maxLength: avoidedMax });

test("every draw has three different steps, one with depth, to a side unless both are avoided, none that is to be avoided", () => {
  fc.assert(
    fc.property(anyAvoided, (avoid) => {
      const drawn = drawSteps(avoid);
      assert.equal(new Set(drawn).size, drawn.length);
      assert.ok(drawn.length >= stepsAChallenge);
      assert.ok(drawn.some(isDepthStep));
      assert.ok(drawn.some(turnsAside) || depthSteps.filter(turnsAside).every((step) => avoid.includes(step)));
      assert.deepEqual(
        drawn.filter((step) => avoid.includes(step)),
        [],
      );
    }),
  );
});

/** Orders of three steps out of `count`. */
const ordersOf = (count: number) => count * (count - 1) * (count - 2);

test("every choice in every order comes up", () => {
  const drawn = new Set(Array.from({ length: 6000 }, () => drawSteps([]).join()));
  // Without the orders of three steps of which none turns to a side.
  assert.equal(drawn.size, ordersOf(steps.length) - ordersOf(flatSteps.length + 1));
});

test("who avoids steps keeps the others, in their places, and gets depth for what was avoided while there is any", () => {
  fc.assert(
    fc.property(anyAvoided, fc.string(), (avoid, requester) => {
      const drawn = (avoid: readonly Step[]) => drawSteps(avoid, heldRandom(secret, "acc_1", requester, 0));
      const [before, after] = [drawn([]), drawn(avoid)];
      for (const [i, step] of before.entries()) {
        if (!avoid.includes(step)) assert.equal(after[i], step);
        else if (!isDepthStep(after[i] as Step))
          assert.ok(depthSteps.every((deep) => [...after, ...avoid].includes(deep)));
      }
      const spared = before.filter((step) => avoid.includes(step)).length;
      const left = steps.length - avoid.length;
      assert.equal(after.length, Math.min(stepsAChallenge + spared, left), "one more for each that was drawn");
    }),
  );
});

test("more steps are different ones, come after those drawn anyway, and avoid the same", () => {
  fc.assert(
    fc.property(anyAvoided, fc.string(), fc.constantFrom(4, 5), (avoid, requester, count) => {
      const drawn = (count?: number) => drawSteps(avoid, heldRandom(secret, "acc_1", requester, 0), count);
      const more = drawn(count);
      assert.deepEqual(more.slice(0, drawn().length), drawn());
      assert.ok(more.length >= Math.min(count, steps.length - avoid.length) && more.length <= stepsMax);
      assert.equal(new Set([...more, ...avoid]).size, more.length + avoid.length);
    }),
  );
});

const isDot = (task: Task): task is Dot => typeof task !== "string";

test("a draw with dots has two that no picture does for both, none below, and a step that turns nothing", () => {
  const anyName = fc.uniqueArray(fc.constantFrom(...stepNames), { maxLength: avoidedMax });
  fc.assert(
    fc.property(anyName, fc.string(), fc.integer({ min: 3, max: 5 }), (avoid, requester, count) => {
      const drawn = (names = avoid, more = count) => drawTasks(names, heldRandom(secret, "acc_1", requester, 0), more);
      const tasks = drawn();
      for (const task of tasks) assert.ok(isDot(task) || !avoid.includes(task));
      const dots = tasks.filter(isDot).map(({ dot }) => dot);
      if (avoid.includes("follow_dot")) {
        assert.deepEqual([dots.length, tasks.length > stepsAChallenge], [0, true], "sparing the dots costs a step");
        return;
      }
      assert.ok(dots.some((dot) => turnsAside({ dot })));
      assert.ok(dots.length >= 2 && tasks.length >= stepsAChallenge && tasks.length <= count);
      assert.ok(
        dots.every((dot, i) => dot >= -30 && dot <= 210 && dots.slice(i + 1).every((next) => apart(dot, next) >= 45)),
      );
      assert.equal(new Set(tasks.map((task) => JSON.stringify(task))).size, tasks.length);
      assert.deepEqual(tasks.slice(0, stepsAChallenge), drawn(avoid, stepsAChallenge));
      assert.deepEqual(drawn([], stepsAChallenge).filter(isDot), drawn(avoid, stepsAChallenge).filter(isDot));
    }),
  );
  assert.equal(drawTasks([], heldRandom(secret, "acc_1", "one", 0), stepsMax).length, stepsMax);
});

test("a few challenges that were not passed cost nothing, more of them another step, and two at most", () => {
  assert.deepEqual([0, 4, 5, 9, 10, 15, 99].map(stepsFor), [3, 3, 4, 4, stepsMax, stepsMax, stepsMax]);
});

const drawnBy = (requester: string, nowMs: number, account = "acc_1", of = secret) =>
  drawSteps([], heldRandom(of, account, requester, nowMs)).join();

test("the same requester is given the same steps for ten minutes", () => {
  for (let i = 0; i < 50; i++) {
    const requester = `network:198.51.100.${i}`;
    assert.equal(drawnBy(requester, 3 * heldMs), drawnBy(requester, 4 * heldMs - 1));
  }
});

test("another time, requester, account or secret gets a new draw", () => {
  const many = Array.from({ length: 200 }, (_, i) => i);
  const count = (draw: (i: number) => string) => new Set(many.map(draw)).size;
  // 200 draws out of 96 orders: about 83 different ones are expected.
  assert.ok(count((i) => drawnBy("network:198.51.100.7", i * heldMs)) > 70);
  assert.ok(count((i) => drawnBy(`network:198.51.100.${i}`, 0)) > 70);
  assert.ok(count((i) => drawnBy("network:198.51.100.7", 0, `acc_${i}`)) > 70);
  assert.ok(count((i) => drawnBy("network:198.51.100.7", 0, "acc_1", Buffer.alloc(32, i))) > 70);
});

test("held chance is even", () => {
  const counts = Array.from({ length: 6 }, () => 0);
  for (let i = 0; i < 6000; i++) {
    const drawn = heldRandom(secret, "acc_1", `network:${i}`, 0)(6);
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  for (const count of counts) assert.ok(Math.abs(count - 1000) < 150, counts.join());
});
