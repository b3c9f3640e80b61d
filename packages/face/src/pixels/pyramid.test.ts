import assert from "node:assert/strict";
import { test } from "node:test";
import type { Image } from "./image.ts";
import { forget, levelOf } from "./pyramid.ts";

const grey = (width: number, values: readonly number[]): Image => ({
  width,
  height: values.length / width,
  channels: 3,
  data: Uint8Array.from(values.flatMap((value) => [value, value + 1, value + 2])),
});

test("each pixel of a half is the mean of four, at odd edges of what there is", () => {
  const image = grey(3, [10, 20, 50, 30, 40, 70, 100, 120, 200]);
  assert.deepEqual(levelOf(image, 1), grey(2, [25, 60, 110, 200]));
  assert.deepEqual(levelOf(image, 2), grey(1, [99]));
});

test("a canvas's RGBA is halved to what RGB gives", () => {
  const rgb = grey(4, [1, 2, 3, 4, 5, 6, 7, 8]);
  const data = new Uint8ClampedArray(32).fill(255);
  for (let i = 0; i < 8; i++) data.set(rgb.data.subarray(i * 3, i * 3 + 3), i * 4);
  assert.deepEqual(levelOf({ ...rgb, channels: 4, data }, 1), levelOf(rgb, 1));
});

test("a level is made once a photo", () => {
  const image = grey(2, [1, 2, 3, 4]);
  assert.equal(levelOf(image, 1), levelOf(image, 1));
  assert.equal(levelOf(image, 0), image);
});

test("the memory of an image that was forgotten is given back, that of its smaller copies too", () => {
  const image = grey(4, [1, 2, 3, 4, 5, 6, 7, 8]);
  const copies = [levelOf(image, 1), levelOf(image, 2)];
  forget(image);
  assert.deepEqual(
    [image, ...copies].map(({ data }) => data.buffer.byteLength),
    [0, 0, 0],
  );
});

test("what shares its memory with others keeps it", () => {
  const memory = new Uint8Array(32);
  const image: Image = { width: 2, height: 2, channels: 3, data: memory.subarray(4, 16) };
  forget(image);
  assert.equal(memory.length, 32);
});
