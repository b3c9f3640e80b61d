import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { cosine } from "./embed.ts";
import { cohortOf, createPairScorer, createScorer, standingOf } from "./score.ts";

const dimensionCount = 6;
const unit = (values: readonly number[]) => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
};
const component = fc.integer({ min: -127, max: 127 });
const direction = fc
  .array(component, { minLength: dimensionCount, maxLength: dimensionCount })
  .filter((values) => values.some((value) => value !== 0));
const cohort = fc
  .tuple(fc.array(direction, { minLength: 12, maxLength: 40 }), fc.double({ min: 0, max: 2, noNaN: true }))
  .map(([vectors, power]) => cohortOf(Int8Array.from(vectors.flat()), dimensionCount, 10, power));

test("without a cohort the score is the cosine", () => {
  const [a, b] = [unit([1, 2, 3]), unit([3, 2, 1])];
  assert.equal(createScorer()(a, b), cosine(a, b));
});

test("a face stands among the cohort as its nearest ten do", () => {
  fc.assert(
    fc.property(cohort, direction.map(unit), (faces, face) => {
      const { bytes } = faces;
      const cosines = Array.from({ length: bytes.length / dimensionCount }, (_, i) =>
        cosine(face, unit([...bytes.subarray(i * dimensionCount, (i + 1) * dimensionCount)])),
      );
      const nearest = cosines.toSorted((a, b) => b - a).slice(0, 10);
      const mean = nearest.reduce((sum, one) => sum + one, 0) / 10;
      const deviation = Math.sqrt(nearest.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 10);
      const standing = standingOf(face, faces);
      assert.ok(Math.abs(standing.mean - mean) < 1e-5 && Math.abs(standing.deviation - deviation) < 1e-5);
    }),
  );
});

test("it does not matter which of two faces comes first, and nobody is more alike than a face to itself", () => {
  fc.assert(
    fc.property(cohort, direction.map(unit), direction.map(unit), (faces, one, other) => {
      fc.pre(standingOf(one, faces).deviation > 1e-3 && standingOf(other, faces).deviation > 1e-3);
      const score = createScorer(faces);
      assert.equal(score(one, other), score(other, one));
      const most = Math.max(score(one, one), score(other, other));
      assert.ok(score(one, other) <= most + 1e-4 * Math.abs(most) + 1e-3);
    }),
  );
});

test("strangers from a crowd of look-alikes score lower than strangers of the same cosine from nowhere near it", () => {
  const crowd = Array.from({ length: 20 }, (_, i) =>
    [100, 40 * Math.cos(i), 40 * Math.sin(i), 0, 0, 0].map(Math.round),
  );
  const others = Array.from({ length: 20 }, (_, i) =>
    [0, 0, 0, 60 * Math.cos(i), 60 * Math.sin(i), 90].map(Math.round),
  );
  const score = createScorer(cohortOf(Int8Array.from([...crowd, ...others].flat()), dimensionCount, 10));
  const [a, b] = [unit([1, 0.5, 0, 0, 0, 0]), unit([1, -0.5, 0, 0, 0, 0])];
  const [c, d] = [unit([-1, 0.5, 0, 0, 0, 0]), unit([-1, -0.5, 0, 0, 0, 0])];
  assert.equal(cosine(a, b), cosine(c, d));
  assert.ok(score(a, b) < score(c, d));
});

test("a score is divided by the power of the deviation that the cohort says, one where it says none", () => {
  fc.assert(
    fc.property(cohort, direction.map(unit), direction.map(unit), ({ bytes }, one, other) => {
      const known = cohortOf(bytes, dimensionCount, 10);
      const [first, second] = [standingOf(one, known), standingOf(other, known)];
      fc.pre(first.deviation > 1e-3 && second.deviation > 1e-3);
      for (const power of [0, 0.5, 1, 1.25]) {
        const score = createScorer(cohortOf(bytes, dimensionCount, 10, power))(one, other);
        const above = ({ mean, deviation }: typeof first) => (cosine(one, other) - mean) / deviation ** power;
        const expected = above(first) + above(second);
        assert.ok(Math.abs(score - expected) <= 1e-6 * Math.max(1, Math.abs(expected)));
      }
      assert.equal(createScorer(cohortOf(bytes, dimensionCount, 10, 1))(one, other), createScorer(known)(one, other));
    }),
  );
});

test("a cohort of another size, or with a vector that points nowhere, is refused", () => {
  assert.throws(() => cohortOf(new Int8Array(7), 6, 1), RangeError);
  assert.throws(() => cohortOf(Int8Array.of(1, 2, 3, 4, 5, 6), 6, 2), RangeError);
  assert.throws(() => cohortOf(new Int8Array(6), 6, 1), RangeError);
  const faces = cohortOf(Int8Array.of(1, 2, 3, 4, 5, 6), 6, 1);
  assert.throws(() => standingOf(Float32Array.of(1), faces), RangeError);
});

test("of a pair the first alone counts, but where it is in doubt", () => {
  const scored: number[] = [];
  const second = () => {
    scored.push(1);
    return 10;
  };
  const scorer = (score: number) =>
    createPairScorer(() => score, second, { dimensions: 2, weight: 0.4, band: 4, around: 25, factor: 2 });
  const both = [Float32Array.of(1, 0, 1), Float32Array.of(0, 1, 1)] as const;
  const firstAlone = [Float32Array.of(1, 0), Float32Array.of(0, 1)] as const;
  for (const score of [20.9, 29.1]) {
    assert.deepEqual([scorer(score).score(...both), scorer(score).score(...firstAlone)], [score, score]);
    assert.equal(scorer(score).isInDoubt(...firstAlone), false);
  }
  assert.equal(scored.length, 0, "nobody asked it");
  for (const score of [21, 25, 29]) {
    assert.ok(scorer(score).isInDoubt(...firstAlone));
    assert.ok(Math.abs(scorer(score).score(...both) - (0.6 * score + 8)) < 1e-12);
    assert.throws(() => scorer(score).score(...firstAlone), /was not asked/);
  }
});

test("of a mean of pairs each part counts by its direction, whatever its length", () => {
  const { score } = createPairScorer(cosine, cosine, { dimensions: 2, weight: 0.5, band: 2, around: 0, factor: 1 });
  const [one, other] = [Float32Array.of(3, 4, 0, 0.1), Float32Array.of(0.4, 0.3, 5, 5)];
  const expected = (cosine(unit([3, 4]), unit([4, 3])) + cosine(unit([0, 1]), unit([1, 1]))) / 2;
  assert.ok(Math.abs(score(one, other) - expected) < 1e-6);
});
