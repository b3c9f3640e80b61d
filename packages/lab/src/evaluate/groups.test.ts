import assert from "node:assert/strict";
import { test } from "node:test";
import { OperatorError } from "@selfsame/platform/operator-error";
import { intervalByPerson } from "./statistics/bootstrap.ts";
import { groupReport } from "./groups.ts";
import { groupPage, limits } from "./report/groups-page.ts";
import type { ScoredPair } from "./verification.ts";

const pair = (a: string, b: string, same: boolean, score: number, columns: Record<string, string>): ScoredPair => ({
  pair: { a, b, same, columns, group: Object.values(columns).join(" ") },
  genuine: same,
  raw: score,
  score,
});
const strangers = (gender: string, passing: number, count = 40) =>
  Array.from({ length: count }, (_, i) =>
    pair(`${gender}${i}`, `${gender}${(i + 1) % count}`, false, i < passing ? 0.8 : 0.2, { gender }),
  );
const genuine = Array.from({ length: 20 }, (_, i) =>
  pair(`female${i}`, `female${i}again`, true, i === 0 ? 0.3 : 0.9, { gender: "female" }),
);

test("both errors are told for each group, and nothing where there are no pairs", () => {
  const { groups, ratios } = groupReport(
    [...strangers("female", 4), ...strangers("male", 1), ...genuine],
    ["gender"],
    0.7,
  );
  const [female, male] = groups;
  assert.deepEqual([female?.falseMatch.rate, female?.falseMatch.pairs, female?.falseMatch.people], [0.1, 40, 40]);
  assert.deepEqual([female?.falseNonMatch.rate, female?.falseNonMatch.people], [0.05, 20], "two photos, one person");
  assert.deepEqual([male?.falseMatch.rate, male?.falseNonMatch.rate, male?.falseNonMatch.pairs], [0.025, null, 0]);
  assert.ok(Math.abs((ratios.falseMatch ?? 0) - 2) < 1e-9, "0.1 over the root of 0.1 x 0.025");
  assert.equal(ratios.falseNonMatch, null);
});

test("columns for each photo make pairs of groups", () => {
  const mixed = [
    pair("x", "y", false, 0.8, { gender_a: "male", gender_b: "female" }),
    pair("y", "z", false, 0.1, { gender_a: "female", gender_b: "male" }),
  ];
  const { between, groups } = groupReport(mixed, ["gender"], 0.7);
  assert.deepEqual(groups, []);
  assert.deepEqual(
    between.map(({ groups: both, falseMatch }) => [...both, falseMatch.rate, falseMatch.pairs]),
    [["female", "male", 0.5, 2]],
  );
});

test("a column that is not there is named", () => {
  assert.throws(
    () => groupReport(genuine, ["age"], 0.7),
    (error) => error instanceof OperatorError && /age_a/.test(error.message),
  );
});

test("the page says what too few pairs cannot say, has no NaN and runs nothing that a file holds", () => {
  const rows = [...strangers("<b>other</b>", 0), ...strangers("female", 4), ...genuine];
  const report = groupReport(rows, ["gender"], 0.7);
  const page = groupPage(report, "m-1");
  assert.ok(!/NaN|undefined|Infinity|<b>other/.test(page));
  assert.ok(limits(report).some((text) => /no false matches among 40 pairs. The rate may still be 7.5 %/.test(text)));
  assert.ok(limits(report).some((text) => /nothing about false non-matches/.test(text)));
});

test("the page tells each pair of groups once, those of one group in the diagonal", () => {
  const mixed = Array.from({ length: 15 }, (_, i) =>
    pair(`female${i}`, `male${i}`, false, 0.2, { gender_a: "female", gender_b: "male" }),
  );
  const both = groupPage(
    groupReport([...strangers("female", 4), ...strangers("male", 1), ...mixed], ["gender"], 0.7),
    "",
  );
  const square = both.slice(both.indexOf('class="square"'));
  assert.equal(square.match(/<small>15 pairs/g)?.length, 1);
  assert.equal(square.match(/<small>40 pairs/g)?.length, 2);
  const apart = groupPage(groupReport([...strangers("female", 4), ...strangers("male", 1)], ["gender"], 0.7), "");
  assert.ok(!apart.includes('class="square"') && apart.includes("No impostor pair is of two groups."));
});

test("pairs that share a person make a wider interval than as many that do not", () => {
  const apart = Array.from({ length: 60 }, (_, i) => ({ a: `a${i}`, b: `b${i}`, error: i < 6 }));
  const shared = Array.from({ length: 60 }, (_, i) => ({ a: `a${i % 6}`, b: `b${i}`, error: i % 6 === 0 && i < 36 }));
  const width = ([low, high]: readonly [number, number]) => high - low;
  assert.ok(width(intervalByPerson(shared)) > width(intervalByPerson(apart)));
  assert.deepEqual(intervalByPerson(apart), intervalByPerson(apart), "the same each time");
});
