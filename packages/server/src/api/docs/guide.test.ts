import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fastify } from "fastify";
import { readManifest } from "../../models/manifest.ts";
import { v2Errors } from "../v2/errors.ts";
import { docsDir, guideRoutes, renderGuide } from "./guide.ts";
import { readExampleAnswers } from "../v3/openapi/examples.ts";
import { withAnswers, withExample } from "./generated-block.ts";
import { withThresholds } from "./threshold-table.ts";

const pages = renderGuide();
const idsOf = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? ""));

test("the pages come in the order of a reader, those without a place last", () => {
  const names = [...pages.keys()];
  assert.deepEqual(names.slice(0, 2), ["quick-start", "concepts"]);
  for (const name of ["errors", "migrating-from-v2", "privacy", "accuracy", "operations"])
    assert.ok(names.includes(name), name);
});

test("every link between pages leads to a page and a section that are there", () => {
  for (const [name, html] of pages) {
    const main = html.slice(html.indexOf("<main"));
    for (const [, href] of main.matchAll(/<a (?:class="anchor" )?href="([^"]+)"/g)) {
      if (href === undefined || /^https?:|^\/docs$|^\/(?!docs)/.test(href)) continue;
      const [path, section] = href.split("#");
      const target = path ? pages.get(path.replace("/docs/guide/", "")) : html;
      assert.ok(target, `${name}: ${href}`);
      if (section) assert.ok(idsOf(target).has(section), `${name}: ${href}`);
    }
  }
});

test("no row of a table has more cells than its head: a pipe in code is one, too", () => {
  for (const file of readdirSync(docsDir).filter((name) => name.endsWith(".md"))) {
    let cells = 0;
    for (const line of readFileSync(join(docsDir, file), "utf8").split("\n")) {
      const found = line.startsWith("|") ? line.split(/(?<!\\)\|/).length : 0;
      if (cells > 0 && found > 0) assert.equal(found, cells, `${file}: ${line}`);
      cells = found;
    }
  }
});

test("every address of version 3 that a page names with an id in it is one of the reference", () => {
  const { paths } = JSON.parse(readFileSync(join(docsDir, "openapi.json"), "utf8")) as { readonly paths: object };
  for (const name of pages.keys()) {
    const page = readFileSync(join(docsDir, `${name}.md`), "utf8");
    const named = page.match(/\/api\/v3\/\w+\/\{[\w/{}]+/g) ?? [];
    assert.deepEqual(
      named.filter((path) => !(path in paths)),
      [],
      name,
    );
  }
});

test("no page has an inline script or style, or needs another host", () => {
  for (const [name, html] of pages) {
    const scripts = html.match(/<script[^>]*>[^<]*/g);
    assert.deepEqual(scripts, ['<script src="/docs/guide.js" type="module">'], name);
    assert.doesNotMatch(
      html.slice(html.indexOf("<body")).replaceAll(/<pre.*?<\/pre>/gs, ""),
      /<style| style=| on\w+=/,
      name,
    );
    assert.doesNotMatch(html, /(?:src|rel="\w+" href)="https?:/, name);
  }
});

test("docs/operations.md names every setting that there is", () => {
  const config = readFileSync(join(docsDir, "../packages/server/src/config.ts"), "utf8");
  const names = [...config.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = ""]) => name);
  assert.ok(names.length > 10);
  const page = readFileSync(join(docsDir, "operations.md"), "utf8");
  assert.deepEqual(
    names.filter((name) => !page.includes(`\`${name}\``)),
    [],
  );
});

test("the threshold table of docs/accuracy.md is the manifest's (npm run docs writes it)", () => {
  const page = readFileSync(join(docsDir, "accuracy.md"), "utf8");
  assert.equal(page, withThresholds(page, readManifest()));
});

test("the answer in docs/quick-start.md is the example's (npm run docs writes it)", () => {
  const page = readFileSync(join(docsDir, "quick-start.md"), "utf8");
  assert.equal(page, withExample(page, readExampleAnswers().same_person));
});

test("the guide is served with a strict policy, and what is not there is not found", async (t) => {
  const app = fastify();
  t.after(() => app.close());
  await app.register(guideRoutes);
  const base = await app.listen({ port: 0, host: "127.0.0.1" });
  const page = await fetch(`${base}/docs/guide`);
  assert.equal(new URL(page.url).pathname, "/docs/guide/quick-start");
  assert.match(
    page.headers.get("content-security-policy") ?? "",
    /^default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'/,
  );
  assert.match(await page.text(), /<h1 id="quick-start">Quick start/);
  assert.equal((await fetch(`${base}/docs/guide.css`)).headers.get("content-type"), "text/css; charset=utf-8");
  assert.equal((await fetch(`${base}/docs/guide/none`)).status, 404);
  assert.equal((await fetch(`${base}/docs/guide/..%2f..%2fpackage`)).status, 404);
});

test("the dashboard's API page has the shapes that its answers are checked against", () => {
  const page = readFileSync(join(docsDir, "dashboard-api.md"), "utf8");
  assert.equal(withAnswers(page), page, "run npm run docs");
});

test("the reference of version 2 has every error with its status", () => {
  const page = readFileSync(join(docsDir, "version-2.md"), "utf8");
  for (const [status, text] of Object.values(v2Errors)) assert.ok(page.includes(`| ${status} | \`${text}\` |`), text);
});
