import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fastify } from "fastify";
import { readManifest } from "../../models/manifest.ts";
import { v2Errors } from "../v2/errors.ts";
import { deadLinks, readSite, rootDir, type SitePage } from "./contents.ts";
import { guideFiles, guideRoutes, renderGuide } from "./guide.ts";
import { readExampleAnswers } from "../v3/openapi/examples.ts";
import { withAnswers, withExample } from "./generated-block.ts";
import { withSnippets } from "./snippet-blocks.ts";
import { writeSite } from "./write-site.ts";
import { withStepTable } from "./step-table.ts";
import { withHeadlines, withThresholds } from "./threshold-table.ts";

const docsDir = join(rootDir, "docs");
const site = readSite();
const pages = renderGuide(site);

/** A site of a few files by path. */
function siteOf(t: TestContext, files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), "selfsame-docs-"));
  t.after(() => rmSync(root, { recursive: true }));
  const elsewhere = [
    "SECURITY.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    ...["client", "react", "vue"].map((name) => `packages/${name}/README.md`),
  ];
  for (const file of [...elsewhere, "clients/python/README.md", "examples/README.md"])
    files = { [file]: "# Elsewhere", ...files };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(root, file, ".."), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return readSite(root);
}

test("the pages come in the order of a reader, and each of them is in one group", () => {
  assert.deepEqual(
    site.groups.map(({ title }) => title),
    [
      "Start",
      "Guides",
      "API",
      "Sessions",
      "Camera and liveness",
      "Accounts",
      "Operate",
      "Trust",
      "Architecture",
      "Research",
    ],
  );
  assert.deepEqual(site.groups[0]?.pages.slice(0, 2), ["quick-start", "concepts"]);
  const shown = site.groups.flatMap((group) => group.pages);
  assert.deepEqual(shown.toSorted(), [...pages.keys()].filter((name) => !name.startsWith("decisions/")).toSorted());
});

test("a page without a place comes last in the group of its folder", (t) => {
  const { groups } = siteOf(t, {
    "docs/new.md": "# New",
    "docs/guides/vue.md": "# Vue",
    "docs/research/tones.md": "# Tones",
    "docs/decisions/README.md": "# Decisions",
    "docs/decisions/0001-one.md": "# One",
  });
  const lastOf = (title: string) => groups.find((group) => group.title === title)?.pages.at(-1);
  assert.deepEqual(
    ["Guides", "Operate", "Research"].map((title) => lastOf(title)),
    ["guides/vue", "new", "research/tones"],
  );
});

test("every link of a page leads to a page, a section or a file that is there", () => {
  assert.deepEqual(
    deadLinks(site, (path) => existsSync(join(rootDir, path))),
    [],
  );
});

test("links that lead nowhere are named with their file", (t) => {
  const small = siteOf(t, {
    "docs/one.md":
      "# One\n\n## Part\n\n## Part\n\n[a](two.md) [b](#part-1) [c](two.md#two) [d](https://example.com/) [e](../kept.ts) [f](/docs) " +
      "![g](gone.svg) [h](three.md) [i](#none) [j](two.md#none) [k](../gone.ts) [l](/docs/guide/gone)",
    "docs/two.md": "# Two",
  });
  const dead = ["gone.svg", "three.md", "#none", "two.md#none", "../gone.ts", "/docs/guide/gone"];
  assert.deepEqual(
    deadLinks(small, (path) => path === "kept.ts"),
    dead.map((link) => `docs/one.md: ${link}`),
  );
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
  for (const [name, { source: page }] of site.pages) {
    const named = page.match(/\/api\/v3\/\w+\/\{[\w/{}]+/g) ?? [];
    assert.deepEqual(
      named.filter((path) => !(path in paths)),
      [],
      name,
    );
  }
});

test("every page is in order for a screen reader: levels of headings, ids, alternative texts, names of links and columns", () => {
  for (const [name, page] of pages) {
    const html = page.slice(page.indexOf("<main"));
    const levels = [...html.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
    assert.deepEqual(
      levels.filter((level, i) => level > (levels[i - 1] ?? 0) + 1 || (level === 1) !== (i === 0)),
      [],
      `${name}: a level of headings is left out, or there is another title`,
    );
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    assert.deepEqual(ids, [...new Set(ids)], `${name}: an id is there twice`);
    for (const empty of [
      /<img (?![^>]*alt="[^"])[^>]*>/,
      /<a [^>]*>\s*<\/a>/,
      /<th[^>]*>\s*<\/th>/,
      /<h[1-6][^>]*>\s*</,
    ]) {
      assert.equal(empty.exec(html)?.[0], undefined, name);
    }
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
  // The whole page names the rate with its interval once.
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

test("each guide is a task of at most 900 words, without the programs of examples/", () => {
  const guides = [...site.pages.values()].filter(({ name }) => name.startsWith("guides/"));
  assert.ok(guides.length > 5);
  const words = ({ source }: SitePage) => {
    const prose = source.replaceAll(/<!-- begin snippets:.*?<!-- end snippets -->/gs, "");
    return prose.split(/\s+/).length;
  };
  assert.deepEqual(
    guides.filter((guide) => words(guide) > 900).map((guide) => `${guide.name}: ${words(guide)}`),
    [],
  );
});

test("details that follow each other are tabs, the first of which is open, and the search finds their titles", (t) => {
  const fold = (title: string, code: string) => `<details><summary>${title}</summary>\n\n\`${code}\`\n\n</details>\n\n`;
  const small = siteOf(t, {
    "docs/one.md": `# One\n\n${fold("C#", "a")}${fold("Go", "b")}\nText\n\n${fold("Ruby", "c")}`,
  });
  const { html = "", parts } = small.pages.get("one")?.page ?? {};
  assert.equal(html.match(/<fieldset class="tabs">/g)?.length, 2);
  assert.match(html, /id="(tabs-\d+)-0" checked><label for="\1-0">C#<\/label><div class="panel"><p><code>a<\/code>/);
  assert.match(html, /name="(tabs-\d+)" id="\1-1"><label for="\1-1">Go<\/label>/);
  assert.match(html, /Text.*Ruby/s);
  assert.match(parts?.[0]?.text ?? "", /C# Go .*Text.*Ruby/);
});

test("the guide is served with a strict policy, and what is not there is not found", async (t) => {
  const app = fastify();
  t.after(() => app.close());
  await app.register(guideRoutes());
  const base = await app.listen({ port: 0, host: "127.0.0.1" });
  const page = await fetch(`${base}/docs/guide`);
  assert.equal(new URL(page.url).pathname, "/docs/guide/quick-start");
  assert.match(
    page.headers.get("content-security-policy") ?? "",
    /^default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'/,
  );
  assert.match(await page.text(), /<h1 id="quick-start">Quick start/);
  assert.equal((await fetch(`${base}/docs/guide.css`)).headers.get("content-type"), "text/css; charset=utf-8");
  const markdown = await fetch(`${base}/docs/guide/quick-start.md`);
  assert.equal(markdown.headers.get("content-type"), "text/markdown; charset=utf-8");
  assert.match(await markdown.text(), /^# Quick start\n/);
  const again = { headers: { "if-none-match": page.headers.get("etag") ?? "" } };
  assert.equal((await fetch(page.url, again)).status, 304);
  for (const path of ["decisions/0001-processes-for-photos", "research/verification", "research/frontier.svg"])
    assert.equal((await fetch(`${base}/docs/guide/${path}`)).status, 200, path);
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

test("programs find every page of the list in llms.txt, and its text in llms-full.txt", async () => {
  const textOf = async (path: string) => Buffer.from((await guideFiles().get(path)?.body("identity")) ?? "").toString();
  const index = await textOf("/llms.txt");
  const linked = [...index.matchAll(/^- \[.+\]\((\S+)\): \S/gm)].map(([, path = ""]) => path);
  assert.deepEqual(
    linked,
    site.groups.flatMap((group) => group.pages).map((name) => `/docs/guide/${name}.md`),
  );
  const all = await textOf("/llms-full.txt");
  for (const path of linked) assert.ok(all.includes(`<!-- ${path} -->\n\n# `), path);
  for (const [, link = ""] of all.matchAll(/\]\((\/docs\/guide\/[^)#]+)/g)) assert.ok(guideFiles().has(link), link);
});

test("the first page with all that it loads takes less than 200 KB", async () => {
  const paths = ["/docs/guide/quick-start", "/docs/guide.css", "/docs/guide.js", "/docs/icon.svg"];
  const search = ["/docs/search.js", "/docs/minisearch.js"];
  const sizes = await Promise.all(
    [...paths, ...search].map(async (path) => (await guideFiles().get(path)?.body("br"))?.length ?? Number.NaN),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(bytes < 200_000, `${bytes}`);
});

test("the static site has every file of the guide, as the service sends it, and leads to the first page", async (t) => {
  const dir = mkdtempSync(join(tmpdir(), "selfsame-site-"));
  t.after(() => rmSync(dir, { recursive: true }));
  await writeSite(dir);
  for (const [path, file] of guideFiles()) {
    const written = readFileSync(join(dir, /\.\w+$/.test(path) ? path : `${path}/index.html`));
    assert.ok(written.equals(await file.body("identity")), path);
  }
  assert.match(readFileSync(join(dir, "index.html"), "utf8"), /url=\/docs\/guide\/quick-start"/);
  assert.match(readFileSync(join(dir, "docs/index.html"), "utf8"), /API reference/);
  assert.ok(existsSync(join(dir, "openapi.json")));
});
