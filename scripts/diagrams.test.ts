import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { readSite } from "../packages/server/src/api/docs/contents.ts";
import { diagrams, diagramsDir } from "./diagrams/diagrams.ts";

test("each diagram is the one that its description draws (npm run docs writes them)", () => {
  const files = readdirSync(diagramsDir);
  assert.deepEqual(files.toSorted(), [...diagrams.keys()].map((name) => `${name}.svg`).toSorted());
  for (const [name, svg] of diagrams) assert.equal(readFileSync(new URL(`${name}.svg`, diagramsDir), "utf8"), svg);
});

test("each picture is on a page, and says to who does not see it what it shows", () => {
  const { pages, pictures } = readSite();
  const shown = new Set<string>();
  for (const { file, source } of pages.values()) {
    for (const [, alt = "", path = ""] of source.matchAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g)) {
      assert.ok(alt.length > 40, `${file}: ${path}`);
      shown.add(new URL(path, `file:///${file}`).pathname.slice(1));
    }
  }
  assert.deepEqual(
    [...pictures.values()].filter((file) => !shown.has(file)),
    [],
  );
});

test("no word of a diagram is cut off at its sides", () => {
  for (const [name, svg] of diagrams) {
    const texts = [...svg.matchAll(/<text[^>]* x="([\d.]+)"[^>]*text-anchor="(\w+)"[^>]*>([^<]*)</g)];
    assert.ok(texts.length > 5, name);
    for (const [, x = "", anchor = "", text = ""] of texts) {
      const wide = text.length * 6.6;
      const left = Number(x) - { start: 0, middle: wide / 2, end: wide }[anchor as "start" | "middle" | "end"];
      assert.ok(left >= 0 && left + wide <= 400, `${name}: ${text}`);
    }
  }
});
