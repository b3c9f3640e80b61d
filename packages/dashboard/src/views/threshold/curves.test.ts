import assert from "node:assert/strict";
import { test } from "node:test";
import type { Thresholds } from "@selfsame/server/api/dashboard/answers/thresholds";
import { errorsAt, interval, measuredCurves, ownRejectedGroups, rejectedGroups } from "./curves.ts";

const thresholds: Thresholds = {
  model: "m",
  threshold: 0.7,
  steps: [0.6, 0.7, 0.8],
  genuinePairs: 200,
  refused: [2, 10, 40],
  groups: [
    { group: "here female", pairs: 1000, passed: [10, 2, 0] },
    { group: "there male", pairs: 3000, passed: [20, 2, 1] },
  ],
  genuineGroups: [
    { group: "female", pairs: 50, people: 20, refused: [1, 4, 12] },
    { group: "male", pairs: 150, people: 90, refused: [1, 6, 28] },
  ],
};

test("impostors of one group come first, counted together; those at random are known by the scale, then each group", () => {
  const [together, random, here] = measuredCurves(thresholds);
  assert.ok(random && together && here);
  assert.ok(Math.abs((errorsAt(random, 0.7).pass?.rate ?? 0) - 1e-4) < 1e-12);
  assert.deepEqual(errorsAt(together, 0.7), {
    pass: { rate: 0.001, pairs: 4000 },
    refused: { rate: 0.05, pairs: 200 },
  });
  assert.deepEqual([here.name, errorsAt(here, 0.8).pass], ["Impostors: here female", { rate: 0, pairs: 1000 }]);
  assert.equal(measuredCurves({ ...thresholds, groups: [] }).length, 1);
});

test("between two steps the worse of both counts, beyond them nothing is known", () => {
  const [together] = measuredCurves(thresholds);
  assert.ok(together);
  const between = errorsAt(together, 0.75);
  assert.deepEqual([between.pass?.rate, between.refused?.rate], [0.001, 0.2]);
  assert.equal(errorsAt(together, 0.5).pass, undefined);
  assert.equal(errorsAt(together, 0.9).refused, undefined);
});

test("intervals are Wilson's, and none is told of what was not counted", () => {
  const [low, high] = interval({ rate: 0, pairs: 1498 }) ?? [1, 0];
  assert.equal(low, 0);
  assert.ok(Math.abs(high - 0.00256) < 1e-5);
  assert.equal(interval({ rate: 0.1 }), undefined);
});

test("who is rejected is told by group, with an interval that rests on people, not on pairs", () => {
  const [female, male] = rejectedGroups(thresholds, 0.7);
  assert.ok(female && male);
  assert.deepEqual([female.rejected.rate, male.rejected.rate, female.pairs], [0.08, 0.04, 50]);
  const [low, high] = interval(female.rejected) ?? [0, 0];
  const [fromPairs, toPairs] = interval({ rate: 0.08, pairs: 50 }) ?? [0, 0];
  assert.ok(high - low > toPairs - fromPairs);
  assert.equal(rejectedGroups(thresholds, 0.75)[0]?.rejected.rate, 0.24, "between two steps the stricter counts");
  assert.deepEqual(rejectedGroups(thresholds, 0.9), []);
});

test("of one's own people those groups have a row whose genuine pairs were counted, and the people they are of", () => {
  const curve = {
    own: true,
    thresholds: [0.6, 0.7],
    pass: [],
    refused: [0.02, 0.04].map((rate) => ({ rate, pairs: 50 })),
  };
  const curves = [
    { ...curve, id: "own", name: "Your people" },
    { ...curve, id: "own a", name: "Your people: a", group: { name: "a", people: 20 } },
    {
      ...curve,
      id: "own b",
      name: "Your people: b",
      group: { name: "b", people: 20 },
      refused: [undefined, undefined],
    },
  ];
  assert.deepEqual(ownRejectedGroups(curves, 0.7), [
    { group: "a", pairs: 50, people: 20, rejected: { rate: 0.04, pairs: 20 } },
  ]);
});
