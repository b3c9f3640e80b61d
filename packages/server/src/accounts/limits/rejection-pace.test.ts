import assert from "node:assert/strict";
import { test } from "node:test";
import { createRejectionPace } from "./rejection-pace.ts";

test("a hundred rejections are answered at once, then twenty a second, and none waits over two seconds", () => {
  let nowMs = 5000;
  const pace = createRejectionPace(() => nowMs);
  const waits = (count: number, of = "acc_1") => Array.from({ length: count }, () => pace.delayMs(of));
  assert.deepEqual(
    waits(100),
    Array.from({ length: 100 }, () => 0),
  );
  assert.deepEqual(waits(3), [50, 100, 150]);
  assert.equal(Math.max(...waits(5000)), 2000);
  assert.deepEqual(waits(1, "acc_2"), [0], "another account's are answered at once");
  nowMs += 2000;
  assert.deepEqual(waits(1), [50], "nothing more is owed for those that waited longest");
  nowMs += 5000;
  assert.deepEqual(waits(100).slice(98), [0, 50], "as much time as has passed");
});
