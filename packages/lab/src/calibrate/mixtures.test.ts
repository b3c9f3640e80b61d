import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { cosine } from "@selfsame/face/compare/embed";
import { normalize } from "@selfsame/face/compare/normalize";
import { cohortOf } from "@selfsame/face/compare/score";
import { defaultManifestPath } from "@selfsame/photo/models/default-manifest-path";
import { readManifest } from "@selfsame/photo/models/manifest";
import { mix, mixtureOptions, quantise } from "./mixtures.ts";
import { createRandom } from "./random.ts";

const dimensionCount = 512;
const random = createRandom(7);
/** Approximately normal: a sum of several uniform numbers. */
const normal = () => Array.from({ length: 6 }, random).reduce((sum, one) => sum + one - 0.5, 0);
const person = (group: number) =>
  normalize(Float32Array.from({ length: dimensionCount }, (_, i) => normal() + (i % 4 === group ? 0.2 : 0)));
const groups = [0, 1].map((group) => Array.from({ length: 60 }, () => person(group)));
const mixtures = mix(groups);

test("a mixture resembles none of the people it came from more than a stranger may", () => {
  assert.equal(mixtures.length, groups.length * mixtureOptions.perGroup);
  for (const mixture of mixtures) {
    for (const one of groups.flat()) assert.ok(cosine(mixture, one) < 0.45, `${cosine(mixture, one)}`);
  }
});

test("mixtures lie about the mean of their group as its people do", () => {
  const [own = [], other = []] = groups;
  const mean = (vectors: readonly Float32Array[]) =>
    normalize(
      Float32Array.from({ length: dimensionCount }, (_, i) => vectors.reduce((sum, one) => sum + (one[i] ?? 0), 0)),
    );
  const among = (vectors: readonly Float32Array[], centre: Float32Array) =>
    vectors.reduce((sum, one) => sum + cosine(one, centre), 0) / vectors.length;
  const made = mixtures.slice(0, mixtureOptions.perGroup);
  assert.ok(Math.abs(among(made, mean(own)) - among(own, mean(own))) < 0.05);
  assert.ok(among(made, mean(own)) > among(made, mean(other)) + 0.05);
});

test("the same people make the same mixtures, too few none", () => {
  assert.deepEqual(mix(groups)[17], mixtures[17]);
  assert.throws(() => mix([groups[0]?.slice(0, mixtureOptions.people - 1) ?? []]), RangeError);
});

test("as signed bytes they point the same way", () => {
  const { bytes, lengths } = cohortOf(quantise(mixtures), dimensionCount, 1);
  for (const [i, mixture] of mixtures.entries()) {
    const own = Float32Array.from(bytes.subarray(i * dimensionCount, (i + 1) * dimensionCount));
    assert.ok(cosine(mixture, own) / (lengths[i] as number) > 0.999);
  }
});

test("the cohort that ships is small, and its faces are as many and as unlike as mixtures are", () => {
  const { calibration, dimensions } = readManifest().models.embed;
  assert.ok(calibration?.cohort);
  const bytes = readFileSync(join(dirname(defaultManifestPath), calibration.cohort.path));
  assert.ok(bytes.length <= 2 * 1024 * 1024, `${bytes.length} bytes`);
  const { lengths } = cohortOf(new Int8Array(bytes), dimensions, calibration.cohort.neighbours);
  const groups = calibration.measured.groups.length;
  assert.equal(lengths.length, groups * mixtureOptions.perGroup);
});
