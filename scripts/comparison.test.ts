import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { oldRows } from "./comparison.ts";

const page = (...dates: string[]): string =>
  ["| project | version | read on |", "|---|---|---|", ...dates.map((date, i) => `| P${i} | 1.${i} | ${date} |`)].join(
    "\n",
  );
const now = Date.parse("2026-11-24");

test("rows that were read more than 60 days ago are named", () => {
  assert.deepEqual(oldRows(page("2026-11-20", "2026-09-25", "2026-09-24"), now), ["P2: 2026-09-24"]);
});

test("a row without a date is an error", () => {
  assert.throws(() => oldRows(page("2026-11-20", "last week"), now), /P1: no date/);
  assert.throws(() => oldRows(page("2026-13-01"), now), /P0: no date/);
});

test("each row of docs/comparison.md has a version and a date that has been", () => {
  const comparison = readFileSync(new URL("../docs/comparison.md", import.meta.url), "utf8");
  assert.deepEqual(oldRows(comparison, Date.parse("2026-11-24")), []);
  const rows = comparison.match(/^\| .* \| \d{4}-\d\d-\d\d \|/gm) ?? [];
  assert.ok(rows.length >= 10);
  for (const row of rows) assert.match(row, /^\| [^|]+ \| [^|]+ \| 20/);
});
