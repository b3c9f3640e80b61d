import assert from "node:assert/strict";
import { test } from "node:test";
import { mutantsOf, mutated } from "./mutants.ts";

const all = (source: string) => mutantsOf(source).map((mutant) => mutated(source, mutant));

test("an operator becomes its neighbors", () => {
  assert.deepEqual(all("const f = (a: number, b: number) => a < b;"), [
    "const f = (a: number, b: number) => a <= b;",
    "const f = (a: number, b: number) => a >= b;",
  ]);
});

test("a condition becomes true and false, a negation goes", () => {
  assert.deepEqual(all("if (!open) close();"), [
    "if (open) close();",
    "if (false) close();",
    "if (true) close();",
    "if (!open) void 0;",
  ]);
});

test("numbers, booleans and opposite methods change", () => {
  assert.deepEqual(all("const a = Math.min(1, b);"), ["const a = Math.max(1, b);", "const a = Math.min(2, b);"]);
  assert.deepEqual(all("const a = { waits: true };"), ["const a = { waits: false };"]);
  assert.deepEqual(all("const a = b.toString();"), [], "every object has the method");
});

test("types, imports and texts have no mutant", () => {
  assert.deepEqual(all('import { a } from "./a.ts";\ntype B = 1 | 2;\nthrow new Error("one < two");'), []);
});

test("a mutant says its line, and what cannot be parsed throws", () => {
  assert.deepEqual(mutantsOf("\n\nconst a = b + 1;")[0], { start: 14, end: 15, text: "-", line: 3 });
  assert.throws(() => mutantsOf("const = 1"), /cannot be parsed/);
});
