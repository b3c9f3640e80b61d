import assert from "node:assert/strict";
import { test } from "node:test";
import { rateText } from "./statistics/measurable.ts";
import { describeRecommendation, recommend } from "./recommendation.ts";
import { groupReport } from "./groups.ts";
import type { ScoredPair } from "./verification.ts";

const pair = (name: string, same: boolean, score: number, gender = "f"): ScoredPair => ({
  pair: {
    a: `${name}a`,
    b: `${name}b`,
    same,
    columns: { gender },
    group: "",
    people: [name, same ? name : `not ${name}`],
  },
  genuine: same,
  raw: score,
  score,
});
const genuine = (count: number, rejected: number) =>
  Array.from({ length: count }, (_, i) => pair(`g${i}`, true, i < rejected ? 0.5 : 0.95));
const impostors = (count: number, accepted: number, score = 0.75, gender = "f") =>
  Array.from({ length: count }, (_, i) => pair(`${gender}${i}`, false, i < accepted ? score : 0.1, gender));

test("without proof against it the default is recommended, with what is missing to be sure", () => {
  const few = recommend([...genuine(100, 3), ...impostors(500, 0)], undefined, 0.7);
  assert.equal(few.threshold, 0.7);
  assert.deepEqual([few.moreGenuine, few.moreImpostors], [900, 299_500], "30 errors at 3 in 100, and at 1 in 10,000");
  const text = describeRecommendation(few);
  assert.match(text, /threshold 0\.70: the default/);
  assert.match(text, /FMR there +not measurable with 500 pairs; 30,000 needed/);
  assert.match(text, /FNMR there +3 % \(.*\), 3 of 100 pairs/);
  assert.match(text, /900 more genuine pairs would settle the FNMR, 299,500 more impostor pairs would settle the FMR/);
  assert.match(text, /two reference photos/);
});

test("where more impostors surely pass than the scale says, the threshold rises until that is no longer sure", () => {
  const raised = recommend([...genuine(2000, 40), ...impostors(20_000, 40, 0.782)], undefined, 0.7);
  assert.equal(raised.threshold, 0.79);
  assert.match(describeRecommendation(raised), /0\.79: the default, 0\.7, accepts more impostors than it should/);
  const rows = [...genuine(2000, 40), ...impostors(60_000, 0), ...impostors(2000, 20, 0.75, "m")];
  const report = groupReport(rows, ["gender"], 0.7);
  assert.equal(recommend(rows, report, 0.7).threshold, 0.76, "ten times the rate of all is too much within a group");
});

test("a rate of which nothing was seen is never told as 0", () => {
  const none = (pairs: number) => rateText({ pairs, errors: 0, interval: [0, 1] }, 0.001);
  assert.equal(none(231), "not measurable with 231 pairs; 3,000 needed");
  assert.equal(none(6000), "under 0.05 % (none of 6,000 pairs)");
  assert.equal(none(0), "not measurable without pairs; 3,000 needed");
  assert.equal(
    rateText({ pairs: 400, errors: 4, interval: [0.004, 0.0254] }, 0.001),
    "1 % (0.4 to 2.5 %), 4 of 400 pairs",
  );
});
