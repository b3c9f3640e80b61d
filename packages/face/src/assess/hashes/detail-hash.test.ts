import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { agreement, detailHash } from "./detail-hash.ts";

const [width, height] = [208, 240] as const;
const isOnFace = (x: number, y: number): boolean => Math.hypot((x - 104) / 90, (y - 120) / 110) < 1;

/** Soft detail of some pixels, different for each seed, moved by this offset. */
function plane(seed: number, by = { x: 0, y: 0 }) {
  const wave = (u: number, v: number, i: number) =>
    Math.sin(u * (0.45 + 0.07 * i) + seed * i * 7) * Math.cos(v * (0.65 - 0.06 * i) - seed * i * 3);
  return {
    width,
    height,
    data: Int8Array.from({ length: width * height }, (_, i) => {
      const [x, y] = [(i % width) + by.x, Math.floor(i / width) + by.y];
      return Math.round(12 * [0, 1, 2, 3, 4].reduce((sum, n) => sum + wave(x, y, n), 0));
    }),
  };
}
const hashOf = (...of: Parameters<typeof plane>) => detailHash(plane(...of), isOnFace);

test("a face is known where it was laid out a few pixels beside, and another is not", () => {
  const { words } = hashOf(1);
  assert.ok(words.length > 12);
  assert.equal(agreement(words, hashOf(1)), 1);
  assert.equal(agreement(words, hashOf(1, { x: 3, y: -2 })), 1);
  assert.ok(agreement(words, hashOf(1, { x: 0.4, y: 0.3 })) > 0.7);
  for (const seed of [2, 3, 4]) assert.ok(agreement(words, hashOf(seed)) < 0.6);
});

test("each region may have moved by itself: it is found within three pixels, no further", () => {
  const { words } = hashOf(1);
  fc.assert(
    fc.property(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }), (x, y) => {
      assert.equal(agreement(words, hashOf(1, { x, y })), 1);
    }),
    { numRuns: 8 },
  );
  assert.ok(agreement(words, hashOf(1, { x: 9, y: 7 })) < 0.8);
});

test("hashes of different lengths are not compared", () => {
  assert.throws(() => agreement(new Uint32Array(3), hashOf(1)), RangeError);
});
