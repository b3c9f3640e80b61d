import assert from "node:assert/strict";
import { test } from "node:test";
import { stageParts, sumDays } from "./funnel.ts";

const days = [
  { startMs: 0, made: 10, opened: 8, consented: 6, captured: 5, verified: 3, ended: 6 },
  { startMs: 1, made: 2, opened: 0, consented: 0, captured: 0, verified: 0, ended: 1 },
];

test("the parts of a bar are as high as what was made, and none counts twice", () => {
  assert.deepEqual(stageParts(days), [
    [3, 0],
    [2, 0],
    [1, 0],
    [2, 0],
    [2, 2],
  ]);
});

test("days are summed by stage", () => {
  assert.deepEqual(sumDays(days), { made: 12, opened: 8, consented: 6, captured: 5, verified: 3, ended: 7 });
});
