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
  nearStretch: -9,
  farSqueeze: -9,
  blended: 0,
  rise: -9,
  lack: 0,
};
const names = Object.keys(genuine) as Sign[];
const two: Decision = {
  scales: { texture: { from: 1, by: 0.5 }, rise: { from: 0, by: 1 } },
  methods: { one: { bias: -1, weights: { texture: 0.5, rise: 0.25 } } },
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
  assert.equal(suspicionOf(signs, two).llr, -1);
});

test("an attack needs to show the signs of one method, and is named by them", () => {
  const both: Decision = { ...two, methods: { ...two.methods, other: { bias: -2, weights: { rise: 2 } } } };
  const apart = suspicionOf({ ...genuine, rise: 3 }, both);
  assert.equal(apart.llr, Math.log(Math.exp(-1 + 0.75) + Math.exp(-2 + 6)));
  assert.equal(apart.most, "rise");
  assert.equal(suspicionOf({ ...genuine, texture: 2, rise: 0.5 }, both).most, "texture");
  assert.equal(suspicionOf(genuine, both).llr, Math.log(Math.exp(-1) + Math.exp(-2)));
});

test("in use, nothing suspicious is accepted, and everything at once is not", () => {
  assert.equal(rejectingSign(genuine), undefined);
  const all = Object.fromEntries(names.map((name) => [name, 99])) as unknown as Signs;
  assert.notEqual(rejectingSign(all), undefined);
});

test("in use, every weight counts one way: a sign that grows never makes a sequence less suspicious", () => {
  const { scales, methods }: Decision = learned;
  for (const { by } of Object.values(scales)) assert.ok(by > 0);
  for (const { weights } of Object.values(methods)) {
    assert.deepEqual(
      Object.keys(weights).filter((name) => !(names as string[]).includes(name) || !(name in scales)),
      [],
    );
    for (const weight of Object.values(weights)) assert.ok(weight > 0);
  }
  const value = fc.double({ min: -5, max: 10, noNaN: true });
  const signs = fc.record(Object.fromEntries(names.map((name) => [name, value]))) as unknown as fc.Arbitrary<Signs>;
  fc.assert(
    fc.property(signs, fc.constantFrom(...names), fc.double({ min: 0, max: 5, noNaN: true }), (before, name, more) => {
      const after = { ...before, [name]: (before[name] ?? 0) + more };
      assert.ok(suspicionOf(after).llr >= suspicionOf(before).llr - 1e-12);
    }),
  );
});
