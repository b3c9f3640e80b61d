import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Site, readSite, rootDir } from "./contents.ts";
import { renderPage } from "./page.ts";
import { llmsFull, llmsIndex, markdownOf } from "./plain-text.ts";
import { referenceScript } from "./reference-script.ts";
import { searchParts } from "./search-parts.ts";

/** The HTML of each page by its name. @param version of the service */
export function renderGuide(site: Site, version: string): ReadonlyMap<string, string> {
  const titleOf = (name: string) => site.pages.get(name)?.page.title ?? name;
  const groups = site.groups.map(({ title, pages }) => ({
    title,
    entries: pages.map((name) => ({ name, title: titleOf(name) })),
  }));
  return new Map([...site.pages].map(([name, { page }]) => [name, renderPage(page, name, groups, version)]));
}

const staticDir = join(import.meta.dirname, "../static");
const staticFiles = ["guide.css", "guide.js", "search.js", "icon.svg", "reference.css", "reference.js"];

/** Every file of the documentation by its path below the service; a page lies in NAME.html and is sent as NAME. @param version of the service */
export async function siteFiles(version: string, site = readSite()): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const files = new Map<string, string | Uint8Array>();
  for (const [name, html] of renderGuide(site, version)) files.set(`docs/guide/${name}.html`, html);
  for (const page of site.pages.values()) files.set(`docs/guide/${page.name}.md`, markdownOf(page, site));
  for (const [path, file] of site.pictures) files.set(`docs/guide/${path}`, readFileSync(join(rootDir, file)));
  for (const name of staticFiles) files.set(`docs/${name}`, readFileSync(join(staticDir, name)));
  files.set("docs/minisearch.js", readFileSync(fileURLToPath(import.meta.resolve("minisearch"))));
  files.set("docs/search.json", JSON.stringify(searchParts(site)));
  files.set("docs.html", readFileSync(join(staticDir, "reference.html")));
  files.set("docs/scalar.js", await referenceScript());
  files.set("llms.txt", llmsIndex(site, version));
  files.set("llms-full.txt", llmsFull(site));
  return files;
}
