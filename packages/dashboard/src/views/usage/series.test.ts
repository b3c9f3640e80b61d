import assert from "node:assert/strict";
import { test } from "node:test";
import { stacked, toSeries } from "./series.ts";

const bucket = (startMs: number, group: string | null, count: number) => ({ startMs, group, count, durationMs: 0 });

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

test("bars stand on each other", () => {
  const series = toSeries([bucket(0, "a", 3), bucket(0, "b", 2), bucket(1, "b", 4)], [0, 1]);
  assert.deepEqual(stacked(series), [
    [2, 4],
    [5, 4],
  ]);
});
