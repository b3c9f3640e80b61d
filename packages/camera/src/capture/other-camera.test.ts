import assert from "node:assert/strict";
import { test } from "node:test";
import { watchColor } from "./other-camera.ts";

const grey = { color: 0.4, brightness: 90 };
const shown = (...frames: readonly { readonly color: number; readonly brightness: number }[]) =>
  frames.map(watchColor());

test("a camera that sees no colors is known after five frames", () => {
  assert.deepEqual(shown(grey, grey, grey, grey, grey), [false, false, false, false, true]);
});

test("one frame with colors is enough to go on with it", () => {
  const isGrey = shown(grey, grey, grey, grey, { color: 6, brightness: 90 }, grey, grey, grey, grey);
  assert.ok(!isGrey.includes(true));
});

test("the dark has no colors, and is no other camera's business", () => {
  assert.ok(!shown(...Array.from({ length: 9 }, () => ({ color: 0, brightness: 3 }))).includes(true));
});
