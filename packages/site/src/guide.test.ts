import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { deadLinks, readSite, rootDir, type SitePage } from "./contents.ts";
import { renderGuide, siteFiles } from "./site-files.ts";

const docsDir = join(rootDir, "docs");
const site = readSite();
const pages = renderGuide(site, "1.0.0");

/** A site with these files, by path. */
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

test("programs find every page of the list in llms.txt, and its text in llms-full.txt", async () => {
  const files = await siteFiles("1.0.0", site);
  const index = String(files.get("llms.txt"));
  const linked = [...index.matchAll(/^- \[.+\]\((\S+)\): \S/gm)].map(([, path = ""]) => path);
  assert.deepEqual(
    linked,
    site.groups.flatMap((group) => group.pages).map((name) => `/docs/guide/${name}.md`),
  );
  const all = String(files.get("llms-full.txt"));
  for (const path of linked) assert.ok(all.includes(`<!-- ${path} -->\n\n# `), path);
  for (const [, link = ""] of all.matchAll(/\]\((\/docs\/guide\/[^)#]+)/g)) assert.ok(files.has(link.slice(1)), link);
});
