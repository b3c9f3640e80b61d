import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sourcePath } from "./source-path.ts";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "docs/asvs.md"), "utf8");

/** Requirements of levels 1 and 2 of ASVS 5.0.0, by section. */
const requirements: Readonly<Record<string, readonly number[]>> = {
  "1.1": [1, 2],
  "1.2": [1, 2, 3, 4, 5, 6, 7, 8, 9],
  "1.3": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  "1.4": [1, 2, 3],
  "1.5": [1, 2],
  "2.1": [1, 2, 3],
  "2.2": [1, 2, 3],
  "2.3": [1, 2, 3, 4],
  "2.4": [1],
  "3.2": [1, 2],
  "3.3": [1, 2, 3, 4],
  "3.4": [1, 2, 3, 4, 5, 6],
  "3.5": [1, 2, 3, 4, 5],
  "3.7": [1, 2],
  "4.1": [1, 2, 3],
  "4.2": [1],
  "4.3": [1, 2],
  "4.4": [1, 2, 3, 4],
  "5.1": [1],
  "5.2": [1, 2, 3],
  "5.3": [1, 2],
  "5.4": [1, 2, 3],
  "6.1": [1, 2, 3],
  "6.2": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  "6.3": [1, 2, 3, 4],
  "6.4": [1, 2, 3, 4],
  "6.5": [1, 2, 3, 4, 5],
  "6.6": [1, 2, 3],
  "6.8": [1, 2, 3, 4],
  "7.1": [1, 2, 3],
  "7.2": [1, 2, 3, 4],
  "7.3": [1, 2],
  "7.4": [1, 2, 3, 4, 5],
  "7.5": [1, 2],
  "7.6": [1, 2],
  "8.1": [1, 2],
  "8.2": [1, 2, 3],
  "8.3": [1],
  "8.4": [1],
  "9.1": [1, 2, 3],
  "9.2": [1, 2, 3, 4],
  "10.1": [1, 2],
  "10.2": [1, 2],
  "10.3": [1, 2, 3, 4],
  "10.4": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  "10.5": [1, 2, 3, 4, 5],
  "10.6": [1, 2],
  "10.7": [1, 2, 3],
  "11.1": [1, 2],
  "11.2": [1, 2, 3],
  "11.3": [1, 2, 3],
  "11.4": [1, 2, 3, 4],
  "11.5": [1],
  "11.6": [1],
  "12.1": [1, 2, 3],
  "12.2": [1, 2],
  "12.3": [1, 2, 3, 4],
  "13.1": [1],
  "13.2": [1, 2, 3, 4, 5],
  "13.3": [1, 2],
  "13.4": [1, 2, 3, 4, 5],
  "14.1": [1, 2],
  "14.2": [1, 2, 3, 4],
  "14.3": [1, 2, 3],
  "15.1": [1, 2, 3],
  "15.2": [1, 2, 3],
  "15.3": [1, 2, 3, 4, 5, 6, 7],
  "16.1": [1],
  "16.2": [1, 2, 3, 4, 5],
  "16.3": [1, 2, 3, 4],
  "16.4": [1, 2, 3],
  "16.5": [1, 2, 3],
  "17.1": [1],
  "17.2": [1, 2, 3, 4],
  "17.3": [1, 2],
};

interface Row {
  readonly ids: readonly string[];
  readonly mark: string;
  readonly how: string;
  readonly tests: readonly string[];
}

const rows: readonly Row[] = page
  .split("\n")
  .filter((line) => /^\| \d+\.\d+\.\d+/.test(line))
  .map((line) => {
    const [requirement = "", mark = "", how = "", tested = ""] = line
      .split("|")
      .slice(1)
      .map((cell) => cell.trim());
    const ids = /^[\d., ]+/.exec(requirement)?.[0].match(/\d+\.\d+\.\d+/g) ?? [];
    return { ids, mark, how, tests: [...tested.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path) };
  });

test("every requirement of levels 1 and 2 is on the page", () => {
  const wanted = Object.entries(requirements).flatMap(([section, numbers]) => numbers.map((n) => `${section}.${n}`));
  const named = new Set(rows.flatMap(({ ids }) => ids));
  assert.deepEqual(
    wanted.filter((id) => !named.has(id)),
    [],
  );
});

test("every row says how, and names tests that exist, where the service meets it", () => {
  for (const { ids, mark, how, tests } of rows) {
    const name = ids.join(", ");
    assert.ok(["met", "in part", "operator", "not used"].includes(mark), `${name}: "${mark}"`);
    assert.ok(mark === "not used" || how.length > 2, `${name} says how`);
    if (mark === "met" || mark === "in part") assert.ok(tests.length > 0, `${name} names no test`);
    for (const path of tests) {
      const file = sourcePath(path);
      assert.match(file, /\.test\.ts$/, name);
      assert.ok(existsSync(join(root, file)), `${name}: ${file}`);
    }
  }
});
