import assert from "node:assert/strict";
import { test } from "node:test";
import { errorsAt } from "./curves.ts";
import { readOwnResults } from "./own-results.ts";

const byThreshold = [
  { threshold: 0.6, falseMatchRate: 0.01, falseNonMatchRate: 0.02 },
  { threshold: 0.7, falseMatchRate: 0.001, falseNonMatchRate: 0.05 },
];
const file = {
  pairs: { impostors: 1000, genuine: 400, byThreshold },
  groups: {
    groups: [
      { group: "female", falseMatch: { pairs: 500 }, falseNonMatch: { pairs: 0, people: 0 }, byThreshold },
      { group: "male", falseMatch: { pairs: 500 }, falseNonMatch: { pairs: 90, people: 30 }, byThreshold },
      { group: "nobody", falseMatch: { pairs: 0 }, falseNonMatch: { pairs: 0 }, byThreshold },
    ],
  },
};
const problemOf = (text: string) => {
  const read = readOwnResults(text);
  return read.outcome === "refused" ? read.problem : "";
};

test("the figures of evaluate are curves: of all, and of each group that has pairs", () => {
  const read = readOwnResults(JSON.stringify(file));
  assert.ok(read.outcome === "read");
  assert.deepEqual(
    read.curves.map(({ name }) => name),
    ["Your people", "Your people: female", "Your people: male"],
  );
  const [all, female, male] = read.curves;
  assert.ok(all && female && male);
  assert.deepEqual([female.group, male.group], [undefined, { name: "male", people: 30 }]);
  assert.deepEqual(errorsAt(all, 0.7), { pass: { rate: 0.001, pairs: 1000 }, refused: { rate: 0.05, pairs: 400 } });
  assert.deepEqual(
    errorsAt(female, 0.7),
    { pass: { rate: 0.001, pairs: 500 }, refused: undefined },
    "no genuine pairs",
  );
});

test("other files are refused with a reason", () => {
  assert.match(problemOf("{"), /not JSON/);
  for (const text of ["null", "[]", '"pairs"', "{}", JSON.stringify({ spoof: {} }), '{"pairs":{"byThreshold":[]}}'])
    assert.match(problemOf(text), /no figures of pairs/, text);
  const withRows = (rows: unknown) => JSON.stringify({ pairs: { ...file.pairs, byThreshold: rows } });
  for (const rows of [
    [{ threshold: "0.7" }],
    [{ threshold: 2, falseMatchRate: 0, falseNonMatchRate: 0 }],
    byThreshold.toReversed(),
    [{ threshold: 0.7, falseMatchRate: null, falseNonMatchRate: null }],
    [null],
  ])
    assert.match(problemOf(withRows(rows)), /not rates by threshold/, JSON.stringify(rows));
});
