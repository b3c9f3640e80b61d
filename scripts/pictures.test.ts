import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { outOfDate, readRecord, shown, visibleIn, visibleNow } from "./pictures/record.ts";

test("the pictures show the words that the pages have now", () => {
  assert.deepEqual(
    outOfDate(readRecord(), visibleNow()),
    [],
    "take them again: npm run docs:pictures. Where no picture shows the change: npm run docs:pictures -- --unchanged",
  );
});

test("each picture is watched, and each that is watched is there", () => {
  const watched = new Set(Object.values(shown).flatMap(({ pictures }) => pictures));
  assert.deepEqual([...watched].toSorted(), readdirSync(join(import.meta.dirname, "../docs/pictures")).toSorted());
});

test("words and colors are visible; comments, classes, imports and names are not", () => {
  const source = `import { a } from "./Some Where.ts";
    /* A comment */ // Another one
    const kind = "internal", label = "Revoke key";
    export const View = () => <p class="Wide One">Nothing here yet<b>{label}</b></p>;`;
  assert.deepEqual([...visibleIn(source)], ["Revoke key", "Nothing here yet"]);
  assert.deepEqual([...visibleIn(":root { --accent: #0a7; color: red; }")], ["--accent: #0a7"]);
});

test("a part whose words changed is named with its pictures and the words", () => {
  const before = { ...visibleNow(), overview: ["Old words"] };
  const [line = "", ...others] = outOfDate(before, { ...before, overview: ["New words"] });
  assert.deepEqual(others, []);
  assert.match(line, /^overview \(dashboard-wide\.webp, .*new \["New words"\], gone \["Old words"\]$/);
});
