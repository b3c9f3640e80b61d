import assert from "node:assert/strict";
import { test } from "node:test";
import { describeDocuments } from "../report/report.ts";
import { pairsMax, spread } from "./references.ts";

test("of many pairs, some that lie evenly among them", () => {
  const all = Array.from({ length: 1000 }, (_, i) => i);
  assert.equal(spread(all).length, pairsMax);
  assert.deepEqual(spread([0, 1, 2, 3, 4, 5], 3), [0, 2, 4]);
  assert.deepEqual(spread([0, 1], 3), [0, 1]);
});

test("the report says what was rejected, what was reported, and what could not be written", () => {
  const issues = { blurred: 5, overlay: 1 };
  const one = { format: "JPEG 2000, 5 kB", compared: 10, rejected: 2, noFace: 1, flaggedRejected: 1, issues };
  const text = describeDocuments({ pairs: 11, references: [one], leftOut: "JPEG 2000 was left out." });
  assert.match(text, /JPEG 2000, 5 kB .*FNMR 20\.0 % \(5\.7 % to 51\.0 %\) of 10; no face 1; 1 of 2 rejected/);
  assert.match(text, /blurred 50\.0 %, overlay 10\.0 %/);
  assert.match(text, /\nJPEG 2000 was left out\.$/);
  const none = { ...one, compared: 0, rejected: 0, flaggedRejected: 0, issues: {} };
  assert.match(describeDocuments({ pairs: 0, references: [none] }), /FNMR not measured/);
});
