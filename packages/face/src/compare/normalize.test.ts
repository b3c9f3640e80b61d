import assert from "node:assert/strict";
import { test } from "node:test";
import { normalizationLength, normalizationOf, normalize } from "./normalize.ts";

const near = (actual: Float32Array, expected: readonly number[]) => {
  assert.equal(actual.length, expected.length);
  for (const [i, value] of expected.entries()) assert.ok(Math.abs((actual[i] ?? 0) - value) < 1e-6, actual.join());
};

test("without a normalisation only the length changes", () => {
  near(normalize(Float32Array.of(3, 4)), [0.6, 0.8]);
});

test("the mean is taken away, the triangle applied, then the length is 1", () => {
  const learned = normalizationOf(Float32Array.of(1, 1, 2, 1, 0.5), 2);
  // (3, 5) - (1, 1) = (2, 4); the rows (2) and (1, 0.5) give (4, 4).
  near(normalize(Float32Array.of(3, 5), learned), [Math.SQRT1_2, Math.SQRT1_2]);
});

test("numbers of another size than the model's are refused", () => {
  assert.equal(normalizationLength(512), 512 + 131_328);
  assert.throws(() => normalizationOf(new Float32Array(4), 2), RangeError);
});

test("a vector without direction is a fault, not a bad match", () => {
  assert.throws(() => normalize(Float32Array.of(0, 0)), RangeError);
  assert.throws(() => normalize(Float32Array.of(Number.NaN, 1)), RangeError);
});
