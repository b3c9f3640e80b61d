import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyPluginAsync } from "fastify";
import { renderMarkdown } from "./markdown.ts";
import { renderPage } from "./page.ts";

export const docsDir = join(import.meta.dirname, "../../../../../docs");

/** The order in which somebody new reads. Pages not named here follow, by name. */
const order = [
  "quick-start",
  "concepts",
  "camera",
  "challenge",
  "errors",
  "migrating-from-v2",
  "privacy",
  "accuracy",
  "operations",
  "benchmarks",
];

/** No script at all, nothing from elsewhere. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);

/** The pages of docs/ by name, ready to be sent. Read once: they change with the code. */
export function renderGuide(dir: string = docsDir): ReadonlyMap<string, string> {
  const names = readdirSync(dir)
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -".md".length))
    .toSorted((a, b) => place(a) - place(b) || a.localeCompare(b));
  const pages = names.map((name) => ({ name, page: renderMarkdown(readFileSync(join(dir, `${name}.md`), "utf8")) }));
  const entries = pages.map(({ name, page }) => ({ name, title: page.title }));
  return new Map(pages.map(({ name, page }) => [name, renderPage(page, name, entries)]));
}

/** GET /docs/guide and its pages. */
export const guideRoutes: FastifyPluginAsync = async (app) => {
  const pages = renderGuide();
  app.get("/docs/guide", async (_request, reply) => reply.redirect("/docs/guide/quick-start"));

  app.get<{ Params: { page: string } }>("/docs/guide/:page", async (request, reply) => {
    const html = pages.get(request.params.page);
    if (html === undefined) return reply.callNotFound();
    reply.headers({ "content-security-policy": policy, "cache-control": "no-cache", "referrer-policy": "no-referrer" });
    return reply.type("text/html; charset=utf-8").send(html);
  });

  for (const [file, type] of Object.entries({ "guide.css": "text/css", "icon.svg": "image/svg+xml" })) {
    const bytes = readFileSync(join(import.meta.dirname, "static", file));
    app.get(`/docs/${file}`, async (_request, reply) =>
      reply.header("cache-control", "public, max-age=3600").type(`${type}; charset=utf-8`).send(bytes),
    );
  }
};
