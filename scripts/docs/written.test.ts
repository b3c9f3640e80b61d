/** Compares what `npm run docs` wrote into the pages with its sources. */
import assert from "node:assert/strict";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readManifest } from "../../packages/photo/src/models/manifest.ts";
import { v2Errors } from "../../packages/server/src/api/v2/errors.ts";
import { readExampleAnswers } from "../../packages/server/src/api/v3/openapi/examples.ts";
import { readSite, rootDir } from "../../packages/site/src/contents.ts";
import { withAnswers, withExample } from "./generated-block.ts";
import { withSnippets } from "./snippet-blocks.ts";
import { withStepTable } from "./step-table.ts";
import { withHeadlines, withThresholds } from "./threshold-table.ts";
import { writeSite } from "./write-site.ts";

const docsDir = join(rootDir, "docs");
const site = readSite();

test("the threshold table of docs/accuracy.md is the manifest's (npm run docs writes it)", () => {
  const page = readFileSync(join(docsDir, "accuracy.md"), "utf8");
  assert.equal(page, withThresholds(page, readManifest()));
});

test("README.md and docs/accuracy.md give a rate one interval, by person (npm run docs writes both)", () => {
  const readme = readFileSync(join(docsDir, "../README.md"), "utf8");
  assert.equal(readme, withHeadlines(readme, readManifest()));
  const [, cell = assert.fail()] = /\| genuine pairs rejected \(FNMR\)[^|]*\| ([^|]+) \|/.exec(readme) ?? [];
  const accuracy = readFileSync(join(docsDir, "accuracy.md"), "utf8").replaceAll("\u00a0", " ");
  const row = accuracy.split("\n").find((line) => line.startsWith("| **0.7** (default)")) ?? assert.fail();
  assert.ok(row.includes(`| ${cell} |`), `${row} has ${cell}`);
  // The page names the rate with its interval only once.
  assert.equal(accuracy.split(cell).length, 2);
});

test("the steps in docs/challenge-steps.md are those of the code (npm run docs writes them)", () => {
  const page = readFileSync(join(docsDir, "challenge-steps.md"), "utf8");
  assert.equal(page, withStepTable(page));
});

test("the answer in docs/quick-start.md is the example's (npm run docs writes it)", () => {
  const page = readFileSync(join(docsDir, "quick-start.md"), "utf8");
  assert.equal(page, withExample(page, readExampleAnswers().same_person));
});

test("the snippets of each page are the files of examples/ (npm run docs writes them)", () => {
  const withBlocks = [...site.pages.values()].filter(({ source }) => source.includes("<!-- begin snippets:"));
  const names = [
    "guides/backend",
    "guides/batches",
    "guides/camera",
    "guides/embed",
    "guides/next",
    "guides/react",
    "guides/sign-up",
    "guides/vue",
    "guides/webhooks",
    "quick-start",
    "webviews",
  ];
  assert.deepEqual(withBlocks.map(({ name }) => name).toSorted(), names);
  for (const { file, source } of withBlocks) assert.equal(source, withSnippets(source), file);
});

test("the dashboard's API page has the shapes that its answers are checked against", () => {
  const page = readFileSync(join(docsDir, "dashboard-api.md"), "utf8");
  assert.equal(withAnswers(page), page, "run npm run docs");
});

test("the static site has every file of the documentation, and leads to the first page", (t) => {
  const dir = mkdtempSync(join(tmpdir(), "selfsame-site-"));
  t.after(() => rmSync(dir, { recursive: true }));
  const count = writeSite(dir);
  const built = join(rootDir, "packages/site/dist");
  const names = globSync("docs/**/*.{html,md,svg,webp,css,js,json}", { cwd: built });
  assert.ok(names.length > 100 && count > names.length, `${names.length}`);
  for (const name of names) {
    const written = readFileSync(join(dir, name.replace(/\.html$/, "/index.html")));
    assert.ok(written.equals(readFileSync(join(built, name))), name);
  }
  assert.match(readFileSync(join(dir, "index.html"), "utf8"), /url=\/docs\/guide\/quick-start"/);
  assert.match(readFileSync(join(dir, "docs/index.html"), "utf8"), /API reference/);
  assert.ok(existsSync(join(dir, "openapi.json")));
});

test("docs/settings.md names every setting that there is", () => {
  const config = readFileSync(join(docsDir, "../packages/server/src/config.ts"), "utf8");
  const names = [...config.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = ""]) => name);
  assert.ok(names.length > 10);
  const page = readFileSync(join(docsDir, "settings.md"), "utf8");
  assert.deepEqual(
    names.filter((name) => !page.includes(`\`${name}\``)),
    [],
  );
});

test("the reference of version 2 has every error with its status", () => {
  const page = readFileSync(join(docsDir, "version-2.md"), "utf8");
  for (const [status, text] of Object.values(v2Errors)) assert.ok(page.includes(`| ${status} | \`${text}\` |`), text);
});
