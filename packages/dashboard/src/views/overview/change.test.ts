import assert from "node:assert/strict";
import { test } from "node:test";
import { changeOf } from "./change.ts";

test("a share is colored where it moved by five points, by which way is better, and not where there is little", () => {
  const tone = (now: readonly [number, number], then: readonly [number, number], better?: "less") =>
    changeOf(now, then, "before", better)?.tone;
  assert.equal(tone([90, 100], [80, 100]), "good");
  assert.equal(tone([80, 100], [90, 100]), "bad");
  assert.equal(tone([10, 100], [2, 100], "less"), "bad");
  assert.equal(tone([88, 100], [85, 100]), "plain", "three points");
  assert.equal(tone([1, 2], [10, 10]), "plain", "two sessions");
  assert.equal(tone([0, 0], [10, 10]), undefined);
  assert.equal(changeOf([1, 4], [1, 2], "the 24 hours before")?.text, "50% the 24 hours before");
});
