import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { falseMatchRateOf } from "@selfsame/face/compare/calibrate";
import { cosine } from "@selfsame/face/compare/embed";
import type { Scale } from "@selfsame/face/manifest";
import { formerDefaults } from "@selfsame/photo/models/catalog/installed";
import { defaultManifestPath } from "@selfsame/photo/models/default-manifest-path";
import { readManifest } from "@selfsame/photo/models/manifest";
import { defaultThreshold } from "./calibration.ts";
import { type Histogram, histogramOf, impostorScores, scaleFrom } from "./scale.ts";

const { calibration } = readManifest().models.embed;
assert.ok(calibration);

const folder = dirname(defaultManifestPath);
const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), "utf8"));
/** The scales of the default and of earlier defaults, each with the histogram of the scores it was made from. */
const scales = [
  { of: "default", histogram: "impostors.json", scale: calibration.scale },
  ...formerDefaults.map((name) => {
    const { scale } = readManifest(join(folder, `${name}.json`)).models.embed.calibration ?? assert.fail(name);
    return { of: name, histogram: `${name}-impostors.json`, scale };
  }),
];

for (const { of, histogram, scale } of scales) {
  test(`the scale of ${of} says how often strangers reach a similarity, as measured`, () => {
    assertMeasured(scale, read(histogram) as Histogram);
  });
}

function assertMeasured(scale: Scale, { from, step, counts }: Histogram): void {
  const all = counts.reduce((sum, count) => sum + count, 0);
  assert.ok(all > 4_000_000, "all pairs of different people of the calibration set");
  const above = (bin: number) => counts.slice(Math.max(bin, 0)).reduce((sum, count) => sum + count, 0) / all;
  for (const [score, similarity] of scale.slice(1)) {
    const rate = 10 ** ((0.3 - similarity) * 10);
    const bin = Math.floor((score - from) / step);
    // The histogram gives the share of impostors above a score only to within its step; a small tail also varies by chance.
    const chance = 3 * Math.sqrt(rate / all);
    assert.ok(above(bin) >= rate * 0.7 - chance, `${similarity}: ${above(bin)} of strangers, not ${rate}`);
    assert.ok(above(bin + 1) <= rate * 1.3 + chance, `${similarity}: ${above(bin + 1)} of strangers, not ${rate}`);
  }
}

test("the scale begins at 0, is linear to 0.4 and rises to 1", () => {
  assert.equal(calibration.scale[0]?.[1], 0);
  assert.equal(calibration.scale[1]?.[1], 0.4);
  assert.equal(calibration.scale.at(-1)?.[1], 1);
  for (const [i, [score, similarity]] of calibration.scale.slice(1).entries()) {
    const [before, lower] = calibration.scale[i] ?? [Infinity, 2];
    assert.ok(score > before && similarity > lower);
  }
});

test("with more photos averaged a similarity takes a higher score, and less more with each", () => {
  const rows = calibration.averaged ?? [];
  assert.deepEqual(
    rows.map(({ photos }) => photos),
    [2, 3, 4, 5],
  );
  for (const [i, [score, similarity]] of calibration.scale.entries()) {
    const scores = [score, ...rows.map((row) => (row.scale[i] as readonly [number, number])[0])];
    assert.ok(rows.every((row) => row.scale[i]?.[1] === similarity));
    const rises = scores.slice(1).map((next, at) => next - (scores[at] as number));
    assert.ok(
      rises.every((rise) => rise > 0 && rise <= (rises[0] as number)),
      `${similarity}: ${scores.join()}`,
    );
  }
});

test("the manifest's table agrees with the scale and with itself, and has the default", () => {
  assert.equal(calibration.threshold, defaultThreshold);
  assert.ok(calibration.table.some(({ similarity }) => similarity === defaultThreshold));
  for (const [i, row] of calibration.table.entries()) {
    assert.equal(row.falseMatchRate, falseMatchRateOf(row.similarity));
    const [low, high] = row.withinGroupInterval;
    assert.ok(low <= row.withinGroupFalseMatchRate && row.withinGroupFalseMatchRate <= high && high > 0);
    const next = calibration.table[i + 1];
    if (!next) continue;
    assert.ok(next.similarity > row.similarity && next.falseNonMatchRate >= row.falseNonMatchRate);
    assert.ok(next.withinGroupFalseMatchRate <= row.withinGroupFalseMatchRate);
  }
});

test("every pair of different people is compared once, and no person with themselves", () => {
  const person = (...values: number[]) =>
    new Map(values.map((x) => [`${x}`, Float32Array.of(x, Math.sqrt(1 - x * x))] as const));
  const people = [person(0, 0.1), person(1), person(0.5)];
  const scores = impostorScores(people, cosine);
  assert.equal(scores.length, 5);
  const apart = impostorScores(people, cosine, { has: (a, b) => [a, b].toSorted().join() === "0.1,1" });
  assert.equal(apart.length, 4);
  assert.ok(scores.every((one, i) => i === 0 || one >= (scores[i - 1] ?? 0)));
});

test("a scale made of known strangers meets their rates", () => {
  const n = 1_000_000;
  const scores = Float64Array.from({ length: n }, (_, i) => Math.sqrt(-Math.log(1 - (i + 0.5) / n)) / 10);
  for (const [score, similarity] of scaleFrom(scores).slice(1)) {
    const exact = Math.sqrt((similarity - 0.3) * 10 * Math.LN10) / 10;
    assert.ok(Math.abs(score - exact) < 0.006, `${similarity} at ${score}, not ${exact}`);
  }
  const { counts } = histogramOf(scores);
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    n,
  );
});
