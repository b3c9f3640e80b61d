import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { apply, around, invert, scaleOf } from "./plane/affine.ts";
import { planCrop } from "./crop.ts";
import type { FivePoints } from "./face.ts";
import { spoofCrop } from "./assess/spoof.ts";

const frontalFace: FivePoints = [
  { x: -20, y: -20 },
  { x: 20, y: -20 },
  { x: 0, y: 0 },
  { x: -16, y: 22 },
  { x: 16, y: 22 },
];

/** The face above at any size, rotated and moved. */
const face = fc
  .tuple(
    // Integers, since most of fast-check's doubles are close to zero, and heads do lean.
    fc.integer({ min: 1, max: 300 }).map((tenths) => tenths / 10),
    fc.integer({ min: -300, max: 300 }).map((hundredths) => hundredths / 100),
    fc.integer({ min: 0, max: 4000 }),
    fc.integer({ min: 0, max: 4000 }),
  )
  .map(([scale, turn, x, y]) => {
    const t = around({ x: 0, y: 0 }, { x, y }, scale, scale, turn);
    return frontalFace.map((point) => apply(t, point)) as unknown as FivePoints;
  });

test("in the crop the eyes are level, above the mouth, and the face is in the middle", () => {
  fc.assert(
    fc.property(face, (landmarks) => {
      const { toPhoto, size } = planCrop(landmarks);
      const seen = landmarks.map((point) => apply(invert(toPhoto), point)) as unknown as FivePoints;
      const [left, right, nose, mouth] = seen;
      assert.ok(Math.abs(left.y - right.y) < size * 1e-6 && left.x < right.x && mouth.y > left.y);
      assert.ok(Math.abs(nose.x - size / 2) < size * 0.02 && Math.abs(nose.y - size / 2) < size * 0.1);
    }),
  );
});

test("a crop is at most 600 pixels a side and enlarged at most twice", () => {
  fc.assert(
    fc.property(face, (landmarks) => {
      const { toPhoto, size } = planCrop(landmarks);
      assert.ok(Number.isInteger(size) && size <= 600 && size >= 2);
      assert.ok(scaleOf(toPhoto) >= 0.499 || size === 2);
    }),
  );
});

test("the spoof check's crop lies inside the photo, whatever the box", () => {
  const dimension = fc.integer({ min: 20, max: 3000 });
  const box = fc.record({
    x: fc.integer({ min: -100, max: 2900 }),
    y: fc.integer({ min: -100, max: 2900 }),
    width: fc.integer({ min: 5, max: 2000 }),
    height: fc.integer({ min: 5, max: 2000 }),
  });
  fc.assert(
    fc.property(dimension, dimension, box, (width, height, one) => {
      const toPhoto = spoofCrop(one, 2.7, { width, height }, { width: 128, height: 128 });
      const first = apply(toPhoto, { x: 0, y: 0 });
      const last = apply(toPhoto, { x: 128, y: 128 });
      assert.ok(first.x >= -1e-6 && first.y >= -1e-6 && last.x <= width + 1e-6 && last.y <= height + 1e-6);
      const [across, down] = [(last.x - first.x) / one.width, (last.y - first.y) / one.height];
      assert.ok(Math.abs(across - down) < 1e-6 && across <= 2.7 + 1e-6);
    }),
  );
});

test("the crop of an upright face is 6.2 times as wide as the way from its eyes to its mouth, and centered a quarter of it below the middle", () => {
  const { toPhoto, size } = planCrop(
    frontalFace.map(({ x, y }) => ({ x: 10 * x, y: 10 * y })) as unknown as FivePoints,
  );
  // Eyes at y = -200, mouth at 220: 420 apart. The eyes are 400 apart, which is no more even times 1.05.
  assert.equal(size, 600);
  assert.ok(Math.abs(scaleOf(toPhoto) * size - 420 * 6.2) < 1e-9, `${scaleOf(toPhoto) * size}`);
  const middle = apply(toPhoto, { x: 300, y: 300 });
  assert.ok(Math.abs(middle.x) < 1e-9 && Math.abs(middle.y - (10 + 420 * 0.25)) < 1e-9, JSON.stringify(middle));
});

test("a face in profile is cropped by the way to its mouth, a nodding one by its eyes", () => {
  const side = (points: FivePoints) => {
    const { toPhoto, size } = planCrop(points);
    return scaleOf(toPhoto) * size;
  };
  const narrow = frontalFace.map(({ x, y }) => ({ x: 5 * x, y: 100 * y })) as unknown as FivePoints;
  const flat = frontalFace.map(({ x, y }) => ({ x: 100 * x, y: 5 * y })) as unknown as FivePoints;
  assert.ok(Math.abs(side(narrow) - 4200 * 6.2) < 1e-6);
  assert.ok(Math.abs(side(flat) - 4000 * 1.05 * 6.2) < 1e-6);
});
