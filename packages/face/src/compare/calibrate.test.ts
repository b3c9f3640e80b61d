import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { falseMatchRateOf, scaleFor, similarityOf } from "./calibrate.ts";

const calibration = {
  scale: [
    [0, 0],
    [0.12, 0.4],
    [0.24, 0.5],
    [0.5, 0.9],
    [0.6, 1],
  ],
} as const;

test("a similarity rises with the cosine, from 0 to 1, without a step", () => {
  const cosine = fc.double({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(cosine, cosine, (a, b) => {
      const [low, high] = [similarityOf(Math.min(a, b), calibration), similarityOf(Math.max(a, b), calibration)];
      assert.ok(low <= high && low >= 0 && high <= 1);
      // The steepest slope of this scale is 0.4 / 0.12; similarities are rounded to four decimals.
      assert.ok(high - low <= (Math.abs(a - b) * 0.4) / 0.12 + 2e-4);
    }),
  );
});

test("the points of the scale are met, and beyond them it stays", () => {
  for (const [cosine, similarity] of calibration.scale) assert.equal(similarityOf(cosine, calibration), similarity);
  assert.equal(similarityOf(-1, calibration), 0);
  assert.equal(similarityOf(1, calibration), 1);
  assert.equal(similarityOf(0.18, calibration), 0.45);
});

test("a tenth is a factor of ten, both ways", () => {
  assert.equal(falseMatchRateOf(0.4), 0.1);
  assert.equal(falseMatchRateOf(0.6), 0.001);
  assert.equal(falseMatchRateOf(0.9), 0.000001);
  fc.assert(
    fc.property(fc.double({ min: 0.3, max: 1, noNaN: true }), (similarity) => {
      assert.ok(Math.abs(0.3 - 0.1 * Math.log10(falseMatchRateOf(similarity)) - similarity) < 1e-3);
    }),
  );
});

test("below the scale's start a rate is never said to be more than all", () => {
  assert.equal(falseMatchRateOf(0), 1);
});

test("a mean of several photos has the scale of their number, or of the nearest number below", () => {
  const { scale } = calibration;
  const [two, four] = [scale.slice(1), scale.slice(2)];
  const averaged = [
    { photos: 2, scale: two },
    { photos: 4, scale: four },
  ];
  const found = [1, 2, 3, 4, 9].map((photos) => scaleFor({ scale, averaged }, photos));
  assert.deepEqual(found, [scale, two, two, four, four]);
  assert.equal(scaleFor({ scale }, 3), scale, "a model without such scales has one for all");
});
