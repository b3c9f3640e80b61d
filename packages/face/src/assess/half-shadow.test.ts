import assert from "node:assert/strict";
import { test } from "node:test";
import type { FivePoints } from "../face.ts";
import { grayPhoto } from "../testing/gray-photo.ts";
import { evenness } from "./half-shadow.ts";

const landmarks: FivePoints = [
  { x: 80, y: 80 },
  { x: 120, y: 80 },
  { x: 100, y: 100 },
  { x: 85, y: 120 },
  { x: 115, y: 120 },
];

/** The landmarks rotated about the midpoint between eyes and mouth, as the face in the photo is. */
const turned = (by: number): FivePoints =>
  landmarks.map(({ x, y }) => ({
    x: 100 + (x - 100) * Math.cos(by) - (y - 100) * Math.sin(by),
    y: 100 + (x - 100) * Math.sin(by) + (y - 100) * Math.cos(by),
  })) as unknown as FivePoints;

test("a face that is lit from one side is as even as its darker cheek is bright against the other", () => {
  const lamp = grayPhoto(200, 200, (x) => (x < 100 ? 40 : 160));
  assert.ok(Math.abs(evenness(lamp, landmarks) - 42 / 162) < 0.01);
  const even = grayPhoto(200, 200, () => 100);
  assert.equal(evenness(even, landmarks), 1);
});

test("cheeks are found on a head that leans, and light from above is no half shadow", () => {
  const lean = Math.PI / 4;
  const lamp = grayPhoto(200, 200, (x, y) => ((x - 100) * Math.cos(lean) + (y - 100) * Math.sin(lean) < 0 ? 40 : 160));
  assert.ok(Math.abs(evenness(lamp, turned(lean)) - 42 / 162) < 0.03);
  const above = grayPhoto(200, 200, (_, y) => 250 - y);
  assert.ok(evenness(above, landmarks) > 0.97);
});
