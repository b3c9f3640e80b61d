import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { timeColumns } from "@selfsame/platform/store/time-columns";
import { addTimes, noTimes, percentilesOf, timeColumn } from "./times.ts";
import type { Times } from "./times.ts";

const timesOf = (durationsMs: readonly number[]): Times =>
  timeColumns.map((column) => durationsMs.filter((durationMs) => timeColumn(durationMs) === column).length);

test("a percentile is no further off than the bounds around it are apart: a third, for the widest", () => {
  const durations = fc.array(fc.integer({ min: 11, max: 10_000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(durations, (durationsMs) => {
      const sorted = durationsMs.toSorted((a, b) => a - b);
      const { p50Ms, p95Ms } = percentilesOf(timesOf(durationsMs));
      for (const [estimatedMs, share] of [
        [p50Ms ?? NaN, 0.5],
        [p95Ms ?? NaN, 0.95],
      ] as const) {
        const exactMs = sorted[Math.ceil(share * sorted.length) - 1] ?? NaN;
        assert.ok(
          estimatedMs <= exactMs * 1.34 + 1 && estimatedMs >= exactMs / 1.34 - 1,
          `${estimatedMs} for ${exactMs}`,
        );
      }
    }),
  );
});

test("percentiles of many times are close", () => {
  const even = Array.from({ length: 1000 }, (_, index) => index + 1);
  assert.deepEqual(percentilesOf(timesOf(even)), { p50Ms: 500, p95Ms: 950 });
});

test("percentiles of sums are those of all times counted together", () => {
  assert.deepEqual(addTimes(timesOf([20, 20, 20]), timesOf([900])), timesOf([20, 20, 20, 900]));
});

test("no request has no percentile, and one beyond the last bound is reported as that bound", () => {
  assert.deepEqual(percentilesOf(noTimes), { p50Ms: null, p95Ms: null });
  assert.deepEqual(percentilesOf(timesOf([70_000])), { p50Ms: 10_000, p95Ms: 10_000 });
  assert.deepEqual([0, 10, 10.4, 10_001].map(timeColumn), ["took_10", "took_10", "took_12", "took_longer"]);
});
