import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyPluginAsync } from "fastify";
import { type ServedFile, servedFile, servedText } from "../files/file.ts";
import { sendFile } from "../files/send-file.ts";
import { htmlUnder, markdownUnder } from "../path-prefix.ts";

const built = join(import.meta.dirname, "../../../../site/dist");

/** No external and no inline resources. The script adds search and copy buttons; the pages work without it. */
const guidePolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** No fonts, icons, telemetry or external proxy. Scalar styles its elements inline, so styles cannot be restricted as strictly as scripts. */
const referencePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A file of the documentation, below the prefix of the service's path. */
function fileUnder(prefix: string, dist: string, name: string): ServedFile {
  const path = join(dist, name);
  if (prefix === "" || !/\.(?:html|md|txt|json)$/.test(name)) return servedFile(path);
  const text = readFileSync(path, "utf8");
  if (name.endsWith(".html")) return servedText(name, htmlUnder(prefix, text));
  if (name.endsWith(".json")) return servedText(name, text.replaceAll('"href":"/', `"href":"${prefix}/`));
  return servedText(name, markdownUnder(prefix, text));
}

function readFiles(prefix: string, dist: string): ReadonlyMap<string, ServedFile> {
  const names = globSync(["docs.html", "*.txt", "docs/**/*.{html,md,svg,webp,css,js,json}"], { cwd: dist });
  return new Map(
    names.map((name) => {
      const path = `/${name.replaceAll("\\", "/").replace(/\.html$/, "")}`;
      return [path, fileUnder(prefix, dist, name)];
    }),
  );
}

/**
 * GET /docs, the reference of version 3; /docs/guide, its pages, each of them as Markdown too; and lists of them for programs.
 * @param prefix of the service's path
 * @param dist where `npm run build` wrote them
 */
export const docsRoutes =
  (prefix = "", dist = built): FastifyPluginAsync =>
  async (app) => {
    // Built on the first visit, to keep the startup short.
    let files: ReadonlyMap<string, ServedFile> | undefined;
    app.get("/docs/guide", async (_request, reply) => reply.redirect(`${prefix}/docs/guide/quick-start`));

    for (const path of ["/docs", "/docs/*", "/llms.txt", "/llms-full.txt"]) {
      app.get<{ Params: { "*"?: string } }>(path, async (request, reply) => {
        if (files === undefined && existsSync(join(dist, "build.json"))) files = readFiles(prefix, dist);
        if (files === undefined) {
          return reply
            .code(503)
            .type("text/plain")
            .send("The documentation is not built. In the service's folder: npm run build\n");
        }
        const rest = request.params["*"];
        const file = files.get(rest === undefined ? path : `/docs/${rest.replace(/\/$/, "")}`);
        if (file === undefined) return reply.callNotFound();
        reply.headers({
          "content-security-policy": path === "/docs" ? referencePolicy : guidePolicy,
          // 4 MB that change only with the version.
          "cache-control": rest === "scalar.js" ? "public, max-age=86400" : "no-cache",
          "referrer-policy": "no-referrer",
        });
        return sendFile(file, request, reply);
      });
    }
  };
