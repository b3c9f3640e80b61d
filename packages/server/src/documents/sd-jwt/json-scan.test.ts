import assert from "node:assert/strict";
import { test } from "node:test";
import { budgets } from "../budgets.ts";
import { isModestJson } from "./json-scan.ts";

const list = (count: number) => JSON.stringify(Array.from({ length: count }, () => 1));
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

test("elements are counted over all texts together", () => {
  // A list of n values counts as n + 1 elements.
  const most = budgets.jsonElements - 1;
  assert.equal(isModestJson([list(most)]), true);
  assert.equal(isModestJson([list(most + 1)]), false);
  assert.equal(isModestJson([list(most - 1), "1"]), true);
  assert.equal(isModestJson([list(most), "1"]), false);
  const entries = Object.fromEntries(Array.from({ length: budgets.jsonElements / 2 }, (_, i) => [`k${i}`, 1]));
  assert.equal(isModestJson([JSON.stringify(entries)]), false, "a name and a value are two");
});

test("what is within each other is counted as deep as it is, and no deeper for what ended before", () => {
  assert.equal(isModestJson([nested(budgets.jsonDepth)]), true);
  assert.equal(isModestJson([nested(budgets.jsonDepth + 1)]), false);
  assert.equal(isModestJson(['{"a":'.repeat(budgets.jsonDepth + 1)]), false);
  assert.equal(isModestJson([`[${Array.from({ length: 40 }, () => "[]").join()}]`]), true);
});

test("what stands in texts is no element, whatever is escaped in them", () => {
  for (const text of ["[,:{".repeat(9000), '\\"[,'.repeat(9000), "\\\\", '"'.repeat(9000)]) {
    assert.equal(isModestJson([JSON.stringify({ a: text, b: [text] })]), true, text.slice(0, 9));
  }
  assert.equal(isModestJson([`"\\\\"${nested(budgets.jsonDepth + 1)}`]), false, "a text that ends with a backslash");
});
