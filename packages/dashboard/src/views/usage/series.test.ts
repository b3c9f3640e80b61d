import assert from "node:assert/strict";
import { test } from "node:test";
import { toLines, toSeries } from "./series.ts";

const bucket = (startMs: number, split: string | null, requests: number) => ({
  group: new Date(startMs).toISOString(),
  ...(split !== null && { split }),
  requests,
  duration_ms: 0,
  p50_ms: 20,
  p95_ms: 90,
});

test("empty buckets are filled in, and the largest group comes first", () => {
  const series = toSeries([bucket(0, "match", 1), bucket(2, "no_match", 5), bucket(2, "match", 1)], [0, 1, 2]);
  assert.deepEqual(series, [
    { group: "no_match", counts: [0, 0, 5], total: 5 },
    { group: "match", counts: [1, 0, 1], total: 2 },
  ]);
});

test("a bucket outside the range is left out", () => {
  assert.deepEqual(toSeries([bucket(9, null, 1)], [0, 1]), []);
});

test("small groups are put together, and nothing gets lost", () => {
  const buckets = Array.from({ length: 12 }, (_, index) => bucket(0, `g${index}`, index + 1));
  const series = toSeries(buckets, [0]);
  assert.equal(series.length, 7);
  assert.equal(series.at(-1)?.group, "other");
  assert.equal(
    series.reduce((sum, { total }) => sum + total, 0),
    78,
  );
});

test("without a split there is a line of medians and one of 95th percentiles, broken where there is nothing", () => {
  const lines = toLines([bucket(0, null, 3), bucket(2, null, 1)], [0, 1, 2]);
  assert.deepEqual(lines, [
    { group: null, of: "p50_ms", valuesMs: [20, null, 20] },
    { group: null, of: "p95_ms", valuesMs: [90, null, 90] },
  ]);
});

test("with a split there is a line for each of the largest groups, and none for what is put together", () => {
  const buckets = Array.from({ length: 12 }, (_, index) => bucket(0, `g${index}`, index + 1));
  const lines = toLines(buckets, [0]);
  assert.deepEqual(
    lines.map(({ group, of }) => `${group} ${of}`),
    ["g11 p95_ms", "g10 p95_ms", "g9 p95_ms", "g8 p95_ms", "g7 p95_ms", "g6 p95_ms"],
  );
});
