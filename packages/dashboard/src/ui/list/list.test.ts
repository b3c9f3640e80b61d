import assert from "node:assert/strict";
import { test } from "node:test";
import { sortingOf, sortText } from "./sorting.ts";
import { csvOf } from "./csv.ts";
import { hasWords, sorted } from "./local-rows.ts";
import { addressText, localText, rangeOf } from "./time-range.ts";

test("a CSV is as RFC 4180 has it, and no cell is a formula", () => {
  const fields = { id: ({ id }: { id: string }) => id, n: () => -1.5, yes: () => true, none: () => null };
  assert.equal(csvOf(fields, []), "id,n,yes,none\r\n");
  const texts = ['a "b", c', "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "  =1", "\r=1", "plain=1", "two\nlines"];
  const lines = csvOf(
    fields,
    texts.map((id) => ({ id })),
  ).split("\r\n");
  assert.deepEqual(
    lines.slice(1, -1).map((line) => line.replace(/,-1.5,true,$/, "")),
    [
      '"a ""b"", c"',
      `"'=1+1"`,
      `"'+1"`,
      `"'-1"`,
      `"'@SUM(A1)"`,
      `"'\t=1"`,
      `"'  =1"`,
      `"'\r=1"`,
      '"plain=1"',
      '"two\nlines"',
    ],
  );
});

test("rows are sorted by numbers or letters, those without a value last", () => {
  const rows = [{ n: 10 }, { n: null }, { n: 9 }];
  const keys = { n: ({ n }: { n: number | null }) => n };
  const by = (text: string) => sorted(rows, keys, sortingOf(text)).map(({ n }) => n);
  assert.deepEqual(
    [by("n"), by("-n"), by("unknown")],
    [
      [9, 10, null],
      [10, 9, null],
      [10, null, 9],
    ],
  );
  const names = ["item 10", "Item 9", "äpfel"].map((name) => ({ name }));
  const sortedNames = sorted(names, { name: ({ name }: { name: string }) => name }, sortingOf("name"));
  assert.deepEqual(
    sortedNames.map(({ name }) => name),
    ["äpfel", "Item 9", "item 10"],
  );
  assert.equal(sortText(sortingOf("-time")), "-time");
});

test("every word is searched for, in any order and case", () => {
  assert.ok(hasWords(["Nightly import", null, "key_1"], " IMPORT night"));
  assert.ok(hasWords(["a"], ""));
  assert.ok(!hasWords(["Nightly"], "nightly x"));
});

test("a range is a span up to now, or two moments of the reader's zone", () => {
  const nowMs = Date.UTC(2026, 10, 25, 12, 0, 59);
  const range = (address: string) => rangeOf((name) => new URLSearchParams(address).get(name) ?? "", nowMs);
  assert.deepEqual(range(""), {});
  assert.deepEqual(range("since=hour&from=2026-01-01"), { fromMs: Date.UTC(2026, 10, 25, 11) });
  assert.deepEqual(range("since=between"), {});
  assert.deepEqual(range("from=2026-11-01T10:00Z&to=2026-11-02T10:00Z"), {
    fromMs: Date.UTC(2026, 10, 1, 10),
    toMs: Date.UTC(2026, 10, 2, 10),
  });
  assert.deepEqual(range("from=never&to=-9"), {});
  const local = localText("2026-11-01T10:00Z");
  assert.equal(addressText(local), "2026-11-01T10:00Z");
  assert.equal(new Date(local).getTime(), Date.UTC(2026, 10, 1, 10));
  assert.deepEqual([localText("soon"), addressText("")], ["", undefined]);
});
