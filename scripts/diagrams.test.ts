import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readSite, rootDir } from "../packages/site/src/contents.ts";
import { diagrams, diagramsDir } from "./diagrams/diagrams.ts";

test("each diagram is the one that its description draws (npm run docs writes them)", () => {
  const files = readdirSync(diagramsDir);
  assert.deepEqual(files.toSorted(), [...diagrams.keys()].map((name) => `${name}.svg`).toSorted());
  for (const [name, svg] of diagrams) assert.equal(readFileSync(new URL(`${name}.svg`, diagramsDir), "utf8"), svg);
});

test("each picture is on a page, and says to who does not see it what it shows", () => {
  const { pages, pictures } = readSite();
  const shown = new Set<string>();
  const sources = [...pages.values(), { file: "README.md", source: readFileSync(join(rootDir, "README.md"), "utf8") }];
  for (const { file, source } of sources) {
    const markdown = [...source.matchAll(/!\[(?<alt>[^\]]*)\]\((?<path>[^)\s]+)\)/g)];
    for (const { groups } of [...markdown, ...source.matchAll(/<img src="(?<path>[^"]+)".* alt="(?<alt>[^"]+)"/g)]) {
      const { alt = "", path = "" } = groups ?? {};
      assert.ok(alt.length > 40, `${file}: ${path}`);
      shown.add(new URL(path, `file:///${file}`).pathname.slice(1));
    }
  }
  assert.deepEqual(
    [...pictures.values()].filter((file) => !shown.has(file)),
    [],
  );
});

test("pictures are small: 80 KB each, the film of a session 2 MB, all together 1.5 MB", () => {
  const dir = join(rootDir, "docs/pictures");
  const sizes = readdirSync(dir).map((name) => ({ name, bytes: statSync(join(dir, name)).size }));
  const most = (name: string) => (name === "session.webp" ? 2_000_000 : 80_000);
  assert.deepEqual(
    sizes.filter(({ name, bytes }) => bytes > most(name)),
    [],
  );
  assert.ok(sizes.reduce((sum, { bytes }) => sum + bytes, 0) < 1_500_000);
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
