import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { falseMatchRateOf } from "@selfsame/face/calibrate";
import { defaultManifestPath, readManifest } from "../engine/manifest.ts";
import { histogramOf, impostorCosines, scaleFrom } from "./scale.ts";

const { calibration } = readManifest().models.embed;
assert.ok(calibration);

test("the manifest's scale says how often strangers reach a similarity, as measured", () => {
  const counts = JSON.parse(readFileSync(join(dirname(defaultManifestPath), "impostors.json"), "utf8")) as number[];
  const all = counts.reduce((sum, count) => sum + count, 0);
  assert.ok(all > 4_000_000, "all pairs of different people of the calibration set");
  const above = (bin: number) => counts.slice(Math.max(bin, 0)).reduce((sum, count) => sum + count, 0) / all;
  for (const [cosine, similarity] of calibration.scale.slice(1)) {
    const rate = 10 ** ((0.3 - similarity) * 10);
    const bin = Math.floor((cosine + 1) * 200);
    // The histogram knows the share of strangers above a cosine to within its step; some chance stays in a tail of few.
    const chance = 3 * Math.sqrt(rate / all);
    assert.ok(above(bin) >= rate * 0.7 - chance, `${similarity}: ${above(bin)} of strangers, not ${rate}`);
    assert.ok(above(bin + 1) <= rate * 1.3 + chance, `${similarity}: ${above(bin + 1)} of strangers, not ${rate}`);
  }
});

test("the scale begins at 0, is linear to 0.4 and rises to 1", () => {
  assert.deepEqual(calibration.scale[0], [0, 0]);
  assert.equal(calibration.scale[1]?.[1], 0.4);
  assert.equal(calibration.scale.at(-1)?.[1], 1);
  for (const [i, [cosine, similarity]] of calibration.scale.slice(1).entries()) {
    const [before, lower] = calibration.scale[i] ?? [2, 2];
    assert.ok(cosine > before && similarity > lower);
  }
});

test("the manifest's table agrees with the scale, and its default with the promise made of it", () => {
  for (const row of calibration.table) assert.equal(row.falseMatchRate, falseMatchRateOf(row.similarity));
  const standard = calibration.table.find(({ similarity }) => similarity === calibration.threshold);
  assert.ok(standard && standard.withinGroupFalseMatchRate <= 0.003 && standard.falseNonMatchRate <= 0.03);
  for (const [i, row] of calibration.table.slice(1).entries()) {
    const before = calibration.table[i];
    assert.ok(before && row.similarity > before.similarity && row.falseNonMatchRate >= before.falseNonMatchRate);
    assert.ok(row.withinGroupFalseMatchRate <= before.withinGroupFalseMatchRate);
  }
});

test("every pair of different people is compared once, and no person with themselves", () => {
  const person = (...values: number[]) =>
    new Map(values.map((x) => [`${x}`, Float32Array.of(x, Math.sqrt(1 - x * x))] as const));
  const people = [person(0, 0.1), person(1), person(0.5)];
  const cosines = impostorCosines(people);
  assert.equal(cosines.length, 5);
  const apart = impostorCosines(people, { has: (a, b) => [a, b].toSorted().join() === "0.1,1" });
  assert.equal(apart.length, 4);
  assert.ok(cosines.every((one, i) => i === 0 || one >= (cosines[i - 1] ?? 0)));
});

test("a scale made of known strangers meets their rates", () => {
  const n = 1_000_000;
  const cosines = Float64Array.from({ length: n }, (_, i) => Math.sqrt(-Math.log(1 - (i + 0.5) / n)) / 10);
  for (const [cosine, similarity] of scaleFrom(cosines).slice(1)) {
    const exact = Math.sqrt((similarity - 0.3) * 10 * Math.LN10) / 10;
    assert.ok(Math.abs(cosine - exact) < 0.006, `${similarity} at ${cosine}, not ${exact}`);
  }
  assert.equal(
    histogramOf(cosines).reduce((sum, count) => sum + count, 0),
    n,
  );
});
