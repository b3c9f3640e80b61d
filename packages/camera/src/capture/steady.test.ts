import assert from "node:assert/strict";
import { test } from "node:test";
import type { Hint } from "../guide/guidance.ts";
import { type Shown, steady } from "./steady.ts";

/** The hints shown after each frame, 50 ms apart. */
function shownAfter(...hints: Hint[]): Hint[] {
  let shown: Shown | undefined;
  return hints.map((hint, frame) => {
    shown = steady(shown, hint, hint === "hold_still", frame * 50);
    return shown.hint;
  });
}

test("the first hint shows at once", () => {
  assert.deepEqual(shownAfter("too_far"), ["too_far"]);
});

test("another hint shows once it has lasted", () => {
  const hints = shownAfter("too_far", ...Array<Hint>(7).fill("turned"));
  assert.deepEqual(hints, ["too_far", "too_far", "too_far", "too_far", "too_far", "too_far", "turned", "turned"]);
});

test("a hint that flickers does not show", () => {
  const hints = shownAfter("too_far", "turned", "too_far", "turned", "too_far", "turned", "too_far", "turned");
  assert.deepEqual(new Set(hints), new Set(["too_far"]));
});

test("that all is right shows at once", () => {
  assert.deepEqual(shownAfter("too_far", "hold_still"), ["too_far", "hold_still"]);
});
