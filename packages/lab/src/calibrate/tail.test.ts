import assert from "node:assert/strict";
import { test } from "node:test";
import { fitTail, tailQuantile } from "./tail.ts";

/** Quantiles of an exact distribution at evenly spaced shares, so that the test has no randomness. */
const spread = (quantile: (exceeded: number) => number, n = 200_000) =>
  Float64Array.from({ length: n }, (_, i) => quantile(1 - (i + 0.5) / n));

test("an exponential tail is recovered, far beyond the data", () => {
  const tail = fitTail(
    spread((exceeded) => -Math.log(exceeded) / 20),
    0.01,
  );
  assert.ok(Math.abs(tail.xi) < 0.03, `xi ${tail.xi}`);
  for (const exceeded of [1e-3, 1e-5, 1e-7]) {
    const exact = -Math.log(exceeded) / 20;
    assert.ok(Math.abs(tailQuantile(tail, exceeded) / exact - 1) < 0.03);
  }
});

test("a tail that ends is told from one that does not", () => {
  const tail = fitTail(
    spread((exceeded) => 0.6 * (1 - exceeded ** 0.2)),
    0.01,
  );
  assert.ok(Math.abs(tail.xi + 0.2) < 0.03, `xi ${tail.xi}`);
  assert.ok(tailQuantile(tail, 1e-12) < 0.62);
});

test("the tail starts where the data ends, and rises", () => {
  const values = spread((exceeded) => Math.sqrt(-Math.log(exceeded)) / 10);
  const tail = fitTail(values, 0.001);
  assert.equal(tailQuantile(tail, tail.share), tail.start);
  let before = tail.start;
  for (let exceeded = tail.share / 2; exceeded > 1e-9; exceeded /= 2) {
    const value = tailQuantile(tail, exceeded);
    assert.ok(value > before);
    before = value;
  }
});

test("too few values for a tail are refused", () => {
  assert.throws(() => fitTail(new Float64Array(5000), 0.001), RangeError);
});
