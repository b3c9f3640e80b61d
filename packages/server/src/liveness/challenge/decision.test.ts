import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { type Decision, rejectingSign, strengthOf, suspicionOf } from "./decision.ts";
import learned from "./decision.json" with { type: "json" };
import type { Sign, Signs } from "./signs.ts";

/** Signs that are not suspicious. */
const genuine: Signs = {
  notLive: -9,
  leastLive: -9,
  unlike: 0,
  onePhoto: -9,
  texture: -9,
  farCheek: -9,
  blended: 0,
  rise: -9,
  lack: 0,
};
const names = Object.keys(genuine) as Sign[];
const two: Decision = {
  bias: -1,
  signs: { texture: { from: 1, by: 0.5, weight: 0.5 }, rise: { from: 0, by: 1, weight: 0.25 } },
  limit: 0,
};

test("a sign counts from where it begins, by its weight, and no further than some", () => {
  assert.equal(strengthOf(0.9, { from: 1, by: 0.5 }), 0);
  assert.equal(strengthOf(2, { from: 1, by: 0.5 }), 2);
  assert.equal(strengthOf(100, { from: 1, by: 0.5 }), 3);
  assert.equal(strengthOf(undefined, { from: 1, by: 0.5 }), 0);
  assert.deepEqual(suspicionOf({ ...genuine, texture: 2, rise: 2 }, two), { llr: 0.5, most: "texture" });
  assert.deepEqual(suspicionOf({ ...genuine, texture: 2, rise: 9 }, two), { llr: 0.75, most: "texture" });
});

test("what could not be measured counts nothing", () => {
  const { texture: _, rise: __, ...rest } = genuine;
  const signs: Signs = { ...rest, texture: undefined, rise: undefined };
  assert.equal(suspicionOf(signs, two).llr, two.bias);
});

test("in use, nothing suspicious is accepted, and everything at once is not", () => {
  assert.equal(rejectingSign(genuine), undefined);
  const all = Object.fromEntries(names.map((name) => [name, 99])) as unknown as Signs;
  assert.notEqual(rejectingSign(all), undefined);
});

test("in use, every weight counts one way: a sign that grows never makes a sequence less suspicious", () => {
  const weights: Decision["signs"] = learned.signs;
  assert.deepEqual(
    Object.keys(learned.signs).filter((name) => !(names as string[]).includes(name)),
    [],
  );
  for (const { by, weight } of Object.values<{ by: number; weight: number }>(weights)) assert.ok(by > 0 && weight >= 0);
  const value = fc.double({ min: -5, max: 10, noNaN: true });
  const signs = fc.record(Object.fromEntries(names.map((name) => [name, value]))) as unknown as fc.Arbitrary<Signs>;
  fc.assert(
    fc.property(signs, fc.constantFrom(...names), fc.double({ min: 0, max: 5, noNaN: true }), (before, name, more) => {
      const after = { ...before, [name]: (before[name] ?? 0) + more };
      assert.ok(suspicionOf(after).llr >= suspicionOf(before).llr - 1e-12);
    }),
  );
});
