import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  acceptedAt,
  accuracyAt,
  accuracyByFold,
  areaUnderCurve,
  bestThreshold,
  curve,
  passing,
  thresholdAt,
} from "./metrics.ts";

const scores = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 60 });

test("the threshold for a rate lets at most that share pass, and hardly less", () => {
  fc.assert(
    fc.property(scores, fc.double({ min: 0, max: 0.99, noNaN: true }), (impostor, rate) => {
      const threshold = thresholdAt(impostor, rate);
      assert.ok(passing(impostor, threshold) <= rate + 1e-12);
      const ties = impostor.filter((score) => score < threshold && threshold - score < 1e-12).length;
      const lower = threshold - 1e-9;
      if (ties > 0) assert.ok(passing(impostor, lower) > rate - 1e-12);
    }),
  );
});

test("a known set gives the figures worked out by hand", () => {
  const genuine = [0.9, 0.8, 0.7, 0.3];
  const impostor = [0.6, 0.2, 0.1, 0];
  assert.equal(areaUnderCurve(genuine, impostor), 15 / 16);
  assert.equal(areaUnderCurve([0.5], [0.5]), 0.5);
  assert.equal(acceptedAt(genuine, impostor, 0.25).accepted, 1);
  assert.equal(acceptedAt(genuine, impostor, 0).accepted, 0.75);
  const rows = [
    ...genuine.map((score) => ({ score, genuine: true })),
    ...impostor.map((score) => ({ score, genuine: false })),
  ];
  assert.equal(bestThreshold(rows).accuracy, 7 / 8);
  assert.equal(accuracyAt(rows, bestThreshold(rows).threshold), 7 / 8);
});

test("no threshold is more accurate than the best", () => {
  const rows = fc.array(fc.record({ score: fc.integer({ min: 0, max: 10 }), genuine: fc.boolean() }), { minLength: 1 });
  fc.assert(
    fc.property(rows, fc.integer({ min: -1, max: 11 }), (some, threshold) => {
      const best = bestThreshold(some);
      assert.ok(Math.abs(accuracyAt(some, best.threshold) - best.accuracy) < 1e-12);
      assert.ok(accuracyAt(some, threshold) <= best.accuracy + 1e-12);
    }),
  );
});

test("each fold is judged at the threshold of the others", () => {
  const rows = ["1", "2"].flatMap((fold) => [
    { score: fold === "1" ? 0.9 : 0.5, genuine: true, fold },
    { score: fold === "1" ? 0.6 : 0.1, genuine: false, fold },
  ]);
  // Fold 1's best threshold is just above 0.6, which rejects fold 2's genuine 0.5; fold 2's best threshold accepts fold 1's 0.6.
  assert.deepEqual(accuracyByFold(rows), [
    { fold: "1", accuracy: 0.5 },
    { fold: "2", accuracy: 0.5 },
  ]);
  assert.deepEqual(accuracyByFold(rows.map(({ score, genuine }) => ({ score, genuine }))), []);
});

test("along the curve fewer impostors pass and more genuine are refused", () => {
  fc.assert(
    fc.property(scores, scores, (genuine, impostor) => {
      const points = curve(genuine, impostor);
      for (const [i, point] of points.entries()) {
        assert.ok(Math.abs(point.falseAccept - passing(impostor, point.threshold)) < 1e-12);
        assert.ok(Math.abs(point.falseReject - (1 - passing(genuine, point.threshold))) < 1e-12);
        const before = points[i - 1];
        if (before) assert.ok(point.falseAccept <= before.falseAccept && point.falseReject >= before.falseReject);
      }
    }),
  );
});
