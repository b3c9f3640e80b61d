import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { addTimes, noTimes, percentileMs, timeColumn } from "./usage-times.ts";
import type { Times } from "./usage-times.ts";

const timesOf = (durationsMs: readonly number[]): Times =>
  durationsMs.reduce((times, durationMs) => {
    const column = timeColumn(durationMs);
    return { ...times, [column]: times[column] + 1 };
  }, noTimes);

test("a percentile is never further off than the bounds beside it: 28 percent", () => {
  const durations = fc.array(fc.integer({ min: 11, max: 10_000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(durations, fc.constantFrom(0.5, 0.95), (durationsMs, share) => {
      const sorted = durationsMs.toSorted((a, b) => a - b);
      const exactMs = sorted[Math.ceil(share * sorted.length) - 1] ?? NaN;
      const toldMs = percentileMs(timesOf(durationsMs), share) ?? NaN;
      assert.ok(toldMs <= exactMs * 1.34 + 1 && toldMs >= exactMs / 1.34 - 1, `${toldMs} for ${exactMs}`);
    }),
  );
});

test("many times between two bounds are told closely", () => {
  const even = Array.from({ length: 1000 }, (_, index) => index + 1);
  const times = timesOf(even);
  assert.deepEqual([percentileMs(times, 0.5), percentileMs(times, 0.95)], [500, 950]);
});

test("sums are told as if all had been counted together", () => {
  const [fast, slow] = [timesOf([20, 20, 20]), timesOf([900])];
  assert.deepEqual(addTimes(fast, slow), timesOf([20, 20, 20, 900]));
});

test("no request has no percentile, and one beyond the last bound is told as that bound", () => {
  assert.equal(percentileMs(noTimes, 0.5), null);
  assert.equal(percentileMs(timesOf([70_000]), 0.5), 10_000);
  assert.deepEqual(
    [timeColumn(0), timeColumn(10), timeColumn(10.4), timeColumn(10_001)],
    ["took_10", "took_10", "took_12", "took_longer"],
  );
});
