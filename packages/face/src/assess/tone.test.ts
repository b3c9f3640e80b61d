import assert from "node:assert/strict";
import { test } from "node:test";
import { toneApart, toneOf } from "./tone.ts";
import type { Image } from "../pixels/image.ts";
import type { Box } from "../plane/geometry.ts";

type Colour = readonly [number, number, number];

/** A face of one color in front of a background of another, both scaled by a brightness. */
function photo(face: Colour, behind: Colour, bright = 1): Image {
  const [width, height] = [120, 160];
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
    const colour = Math.hypot((x - 60) / 24, (y - 80) / 32) < 1 ? face : behind;
    data[i] = (colour[i % 3] ?? 0) * bright;
  }
  return { width, height, channels: 3, data };
}
const box: Box = { x: 30, y: 40, width: 60, height: 80 };
const skin = [180, 140, 120] as const;

test("the tone is that of the face, however bright it is and whatever is behind it", () => {
  const tone = toneOf(photo(skin, [20, 60, 200]), box);
  assert.ok(Math.abs(tone.red - Math.log(184 / 144)) < 1e-9 && Math.abs(tone.blue - Math.log(124 / 144)) < 1e-9);
  assert.ok(toneApart(tone, toneOf(photo(skin, [200, 200, 200], 0.6), box)) < 0.02);
});

test("light of another colour changes it", () => {
  const warm = toneOf(photo([200, 140, 95], skin), box);
  const expected = Math.hypot(Math.log(204 / 184), Math.log(99 / 124));
  assert.ok(Math.abs(toneApart(toneOf(photo(skin, skin), box), warm) - expected) < 1e-9);
});

test("a face that lies partly outside has the tone of what is seen of it", () => {
  const tone = toneOf(photo(skin, skin), { ...box, x: -30 });
  assert.deepEqual(tone, toneOf(photo(skin, skin), box));
});
