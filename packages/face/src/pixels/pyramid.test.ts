import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { fuzzRuns } from "../../../../testing/fuzz-runs.ts";
import type { Image } from "./image.ts";
import { loops } from "./loops/memory.ts";
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

test("any image is halved to the means of blocks of two by two, whatever its width", () => {
  const side = fc.integer({ min: 2, max: 40 });
  fc.assert(
    fc.property(side, side, fc.constantFrom(3, 4), (width, height, channels) => {
      const data = Uint8Array.from({ length: width * height * channels }, (_, i) => (i * 7919 + (i >> 3) * 31) & 255);
      const half = levelOf({ width, height, channels, data }, 1);
      for (const [i, value] of half.data.entries()) {
        const [x, y] = [2 * (Math.floor(i / 3) % half.width), 2 * Math.floor(i / 3 / half.width)];
        const [right, below] = [Math.min(x + 1, width - 1), Math.min(y + 1, height - 1)];
        const at = (column: number, row: number) => data[(row * width + column) * channels + (i % 3)] ?? 0;
        assert.equal(value, (at(x, y) + at(right, y) + at(x, below) + at(right, below) + 2) >> 2);
      }
    }),
    { numRuns: fuzzRuns(100) },
  );
});

test("images that are looked at in turns keep their own pixels", () => {
  const [one, other] = [grey(2, [1, 2, 3, 4]), grey(4, [60, 61, 62, 63, 64, 65, 66, 67])];
  const [ones, others] = [levelOf(one, 1), levelOf(other, 1)];
  assert.notDeepEqual(ones, others);
  assert.deepEqual(levelOf(one, 1), ones);
  assert.deepEqual(levelOf(other, 1), others);
  assert.equal(levelOf(one, 0), one);
});

test("the memory of an image that was forgotten is given back, and nothing of it is left elsewhere", () => {
  const image = grey(4, [1, 2, 3, 4, 5, 6, 7, 8]);
  levelOf(image, 2);
  forget(image);
  assert.equal(image.data.buffer.byteLength, 0);
  assert.ok(new Uint8Array(loops().memory.buffer).every((value) => value === 0));
});

test("what shares its memory with others keeps it", () => {
  const memory = new Uint8Array(32);
  const image: Image = { width: 2, height: 2, channels: 3, data: memory.subarray(4, 16) };
  forget(image);
  assert.equal(memory.length, 32);
});
