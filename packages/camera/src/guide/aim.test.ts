import assert from "node:assert/strict";
import { test } from "node:test";
import { aimOf, ovalIn } from "./aim.ts";

const laptop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const freeOn = (view: { width: number; height: number }) => ({
  x: 0,
  y: 130,
  width: view.width,
  height: view.height - 250,
});

test("the oval lies within what hint and buttons leave", () => {
  for (const view of [laptop, phone, { width: 844, height: 390 }, { width: 320, height: 568 }]) {
    const free = freeOn(view);
    const oval = ovalIn(view, free);
    assert.ok(oval.y >= free.y && oval.y + oval.height <= free.y + free.height, `${view.width}x${view.height}`);
    assert.ok(oval.x >= 0 && oval.x + oval.width <= view.width);
  }
});

test("a face that fills the oval well leaves 2.7 times its size in the frame", () => {
  const cases = [
    [laptop, { width: 1280, height: 720 }],
    [laptop, { width: 1280, height: 960 }],
    [phone, { width: 720, height: 1280 }],
    [phone, { width: 960, height: 1280 }],
  ] as const;
  for (const [view, frame] of cases) {
    const aim = aimOf(view, ovalIn(view, freeOn(view)), frame);
    const faceHeight = 0.65 * aim.height;
    assert.ok(faceHeight * 2.7 <= frame.height, `${faceHeight} of ${frame.height}`);
    assert.ok(faceHeight * 0.78 * 2.7 <= frame.width, `${faceHeight} of ${frame.width} wide`);
  }
});

test("what is cut off the video on both sides does not move the aim sideways", () => {
  const view = { width: 400, height: 800 };
  const aim = aimOf(view, { x: 100, y: 300, width: 200, height: 260 }, { width: 1280, height: 720 });
  assert.deepEqual(aim, { centre: { x: 640, y: 387 }, width: 180, height: 234 });
});
