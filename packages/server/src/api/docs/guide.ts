import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyPluginAsync } from "fastify";
import { type ServedFile, servedFile, servedText } from "../files/file.ts";
import { sendFile } from "../files/send-file.ts";
import manifest from "../../../package.json" with { type: "json" };
import { htmlUnder, markdownUnder } from "../path-prefix.ts";
import { type Site, readSite, rootDir } from "./contents.ts";
import { renderPage } from "./page.ts";
import { llmsFull, llmsIndex, markdownOf } from "./plain-text.ts";

/** Nothing from elsewhere and nothing inline. The script adds search and copy buttons; the pages can be read without it. */
const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const headers = { "content-security-policy": policy, "cache-control": "no-cache", "referrer-policy": "no-referrer" };

/** The HTML of each page by its name. */
export function renderGuide(site: Site = readSite()): ReadonlyMap<string, string> {
  const titleOf = (name: string) => site.pages.get(name)?.page.title ?? name;
  const groups = site.groups.map(({ title, pages }) => ({
    title,
    entries: pages.map((name) => ({ name, title: titleOf(name) })),
  }));
  return new Map([...site.pages].map(([name, { page }]) => [name, renderPage(page, name, groups, manifest.version)]));
}

/** Reports, inner workings and old releases have the words of everything: what to do now comes before them. Of pages that name a setting, its own comes first. */
function weightOf(name: string): number {
  if (/^(?:research|decisions|architecture|changelog)/.test(name)) return 0.3;
  return name === "settings" ? 1.1 : 1;
}

/** For who works on the dashboard itself: it has the words of everything. */
const notSearched: ReadonlySet<string> = new Set(["dashboard-api"]);

/** What the search indexes: page, part, its text. */
const searchParts = ({ pages }: Site, prefix: string) =>
  [...pages.values()]
    .filter(({ name }) => !notSearched.has(name))
    .flatMap(({ name, page }) =>
      page.parts.map(({ id, title, text }, index) => ({
        href: `${prefix}/docs/guide/${name}${index === 0 ? "" : `#${id}`}`,
        page: page.title,
        title,
        text,
        weight: weightOf(name),
      })),
    );

const miniSearch = fileURLToPath(import.meta.resolve("minisearch"));

/** Every file of the guide by its path. */
function loadGuide(prefix: string): ReadonlyMap<string, ServedFile> {
  const site = readSite();
  const files = new Map<string, ServedFile>();
  for (const [name, html] of renderGuide(site))
    files.set(`/docs/guide/${name}`, servedText("page.html", htmlUnder(prefix, html)));
  for (const page of site.pages.values())
    files.set(`/docs/guide/${page.name}.md`, servedText("page.md", markdownUnder(prefix, markdownOf(page, site))));
  for (const [path, file] of site.pictures) files.set(`/docs/guide/${path}`, servedFile(join(rootDir, file)));
  for (const name of ["guide.css", "guide.js", "search.js", "icon.svg"])
    files.set(`/docs/${name}`, servedFile(join(import.meta.dirname, "static", name)));
  files.set("/docs/minisearch.js", servedFile(miniSearch));
  files.set("/docs/search.json", servedText("search.json", JSON.stringify(searchParts(site, prefix))));
  files.set("/llms.txt", servedText("llms.txt", markdownUnder(prefix, llmsIndex(site, manifest.version))));
  files.set("/llms-full.txt", servedText("llms-full.txt", markdownUnder(prefix, llmsFull(site))));
  return files;
}

const loaded = new Map<string, ReadonlyMap<string, ServedFile>>();

/** Every file of the guide by its path, /docs/guide/quick-start. Made at the first visit, to keep the start short, and once: the pages change with the code. @param prefix of the service's path, which their links begin with */
export function guideFiles(prefix = ""): ReadonlyMap<string, ServedFile> {
  const files = loaded.get(prefix) ?? loadGuide(prefix);
  loaded.set(prefix, files);
  return files;
}

/** GET /docs/guide, its pages, each of them as Markdown too, and lists of them for programs. @param prefix of the service's path */
export const guideRoutes =
  (prefix = ""): FastifyPluginAsync =>
  async (app) => {
    app.get("/docs/guide", async (_request, reply) => reply.redirect(`${prefix}/docs/guide/quick-start`));

    const paths = [
      "/docs/guide/*",
      ...["guide.css", "guide.js", "search.js", "minisearch.js", "search.json", "icon.svg"].map(
        (name) => `/docs/${name}`,
      ),
      "/llms.txt",
      "/llms-full.txt",
    ];
    for (const path of paths) {
      app.get<{ Params: { "*"?: string } }>(path, async (request, reply) => {
        const rest = request.params["*"];
        const file = guideFiles(prefix).get(rest === undefined ? path : `/docs/guide/${rest.replace(/\/$/, "")}`);
        if (file === undefined) return reply.callNotFound();
        return sendFile(file, request, reply.headers(headers));
      });
    }
  };
