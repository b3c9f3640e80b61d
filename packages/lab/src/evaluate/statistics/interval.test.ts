import assert from "node:assert/strict";
import { test } from "node:test";
import { wilson } from "./interval.ts";

test("an interval is what the textbook has (Newcombe 1998, method 3)", () => {
  const [low, high] = wilson(81, 263);
  assert.ok(Math.abs(low - 0.2553) < 1e-4 && Math.abs(high - 0.3662) < 1e-4);
  const [none, few] = wilson(0, 20);
  assert.ok(none === 0 && Math.abs(few - 0.1611) < 1e-4);
});

test("nothing seen of nothing says nothing", () => {
  assert.deepEqual(wilson(0, 0), [0, 1]);
  assert.equal(wilson(5, 5)[1], 1);
});
