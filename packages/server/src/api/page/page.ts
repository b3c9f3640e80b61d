import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { servedFile, servedText } from "../files/file.ts";
import { sendFile } from "../files/send-file.ts";
import { htmlUnder } from "../path-prefix.ts";

const dashboardDist = join(import.meta.dirname, "../../../../dashboard/dist");

/**
 * Nothing from elsewhere, nothing inline. Photos are shown from memory (blob:), the optimized selfie from the answer (data:), and the
 * camera's detector compiles WebAssembly in a worker, under the policy that comes with it.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "worker-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const headers = {
  "content-security-policy": contentSecurityPolicy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(self), microphone=(), geolocation=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

const forever = "public, max-age=31536000, immutable";

/**
 * The dashboard, at `/`, as `npm run build` made it. The page is revalidated at each visit, so that an upgrade shows at once. The names of its
 * assets contain a hash of their content, and they are cached forever.
 *
 * @param prefix of the service's path
 * @param dist where it was built
 */
export function dashboardPages({ prefix = "", dist = dashboardDist } = {}) {
  return async (app: FastifyInstance): Promise<void> => {
    if (!existsSync(join(dist, "build.json"))) {
      app.log.warn("The dashboard is not built, so / says how to build it: npm run build");
      app.get("/", async (_request, reply) =>
        reply.code(503).type("text/plain").send("The dashboard is not built. In the service's folder: npm run build\n"),
      );
      return;
    }
    for (const name of globSync(["index.html", "icon.svg", "assets/*.{js,css}"], { cwd: dist })) {
      const path = join(dist, name);
      const isPage = name === "index.html";
      const file = isPage ? servedText(name, htmlUnder(prefix, readFileSync(path, "utf8"))) : servedFile(path);
      const caching = name.startsWith("assets/") ? forever : "no-cache";
      app.get(isPage ? "/" : `/${name.replaceAll("\\", "/")}`, async (request, reply) =>
        sendFile(file, request, reply.headers(headers).header("cache-control", caching)),
      );
    }
  };
}
