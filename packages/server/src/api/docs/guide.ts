import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyPluginAsync } from "fastify";
import { renderMarkdown, type RenderedPage } from "./markdown.ts";
import { renderPage } from "./page.ts";

export const docsDir = join(import.meta.dirname, "../../../../../docs");

/** The order in which somebody new reads. Pages not named here follow, by name. */
const order = [
  "quick-start",
  "concepts",
  "camera",
  "challenge",
  "sessions",
  "batches",
  "webhooks",
  "requests",
  "errors",
  "migrating-from-v2",
  "version-2",
  "privacy",
  "accuracy",
  "operations",
  "single-sign-on",
  "deploy",
  "upgrading",
  "benchmarks",
];

/** Nothing from elsewhere and nothing inline. The script adds search and copy buttons; the pages can be read without it. */
const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const files = { "guide.css": "text/css", "guide.js": "text/javascript", "icon.svg": "image/svg+xml" } as const;

const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);

interface GuidePage {
  readonly name: string;
  readonly page: RenderedPage;
}

function readPages(dir: string): GuidePage[] {
  const names = readdirSync(dir)
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -".md".length))
    .toSorted((a, b) => place(a) - place(b) || a.localeCompare(b));
  return names.map((name) => ({ name, page: renderMarkdown(readFileSync(join(dir, `${name}.md`), "utf8")) }));
}

/** The pages of docs/ by name, ready to be sent. */
export function renderGuide(pages: readonly GuidePage[] = readPages(docsDir)): ReadonlyMap<string, string> {
  const entries = pages.map(({ name, page }) => ({ name, title: page.title }));
  return new Map(pages.map(({ name, page }) => [name, renderPage(page, name, entries)]));
}

/** What the search looks through: page, part, its text. */
function searchIndex(pages: readonly GuidePage[]): string {
  const parts = pages.flatMap(({ name, page }) =>
    page.parts.map(({ id, title, text }) => ({
      href: `/docs/guide/${name}${title === page.title ? "" : `#${id}`}`,
      page: page.title,
      title,
      text,
    })),
  );
  return JSON.stringify(parts);
}

interface Guide {
  readonly pages: ReadonlyMap<string, string>;
  /** What the search looks through, as JSON. */
  readonly index: string;
}

/** Done at the first visit, to keep the start short, and once: the pages change with the code. */
function loadGuide(): Guide {
  const read = readPages(docsDir);
  return { pages: renderGuide(read), index: searchIndex(read) };
}

/** GET /docs/guide and its pages. */
export const guideRoutes: FastifyPluginAsync = async (app) => {
  let guide: Guide | undefined;
  app.get("/docs/guide", async (_request, reply) => reply.redirect("/docs/guide/quick-start"));

  app.get<{ Params: { page: string } }>("/docs/guide/:page", async (request, reply) => {
    const html = (guide ??= loadGuide()).pages.get(request.params.page);
    if (html === undefined) return reply.callNotFound();
    reply.headers({ "content-security-policy": policy, "cache-control": "no-cache", "referrer-policy": "no-referrer" });
    return reply.type("text/html; charset=utf-8").send(html);
  });

  app.get("/docs/search.json", async (_request, reply) =>
    reply
      .header("cache-control", "no-cache")
      .type("application/json; charset=utf-8")
      .send((guide ??= loadGuide()).index),
  );

  for (const [file, type] of Object.entries(files)) {
    const bytes = readFileSync(join(import.meta.dirname, "static", file));
    app.get(`/docs/${file}`, async (_request, reply) =>
      reply.header("cache-control", "no-cache").type(`${type}; charset=utf-8`).send(bytes),
    );
  }
};
