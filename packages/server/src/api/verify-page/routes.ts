import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { findLogo } from "../../features/branding/branding.ts";
import { brandOfSession } from "../../features/sessions/visit/brand.ts";
import type { LinkLimits } from "../../features/sessions/visit/link-limits.ts";
import { allowedAncestors } from "../../features/sessions/origins.ts";
import type { Store } from "@selfsame/platform/store/store";
import { servedFile } from "../files/file.ts";
import { sendFile } from "../files/send-file.ts";
import { limitPublicReads } from "../limit-public-reads.ts";
import { htmlUnder } from "../path-prefix.ts";
import { pageInLanguages } from "./without-script.ts";

const builtPage = join(import.meta.dirname, "../../../../verify-page/dist");

export interface VerifyPageDeps {
  readonly store: Store;
  readonly now: () => number;
  readonly limits: Pick<LinkLimits, "read">;
  /** Of the service's path. */
  readonly prefix?: string;
}

interface Embedded {
  readonly Params: { readonly session: string };
  /** For /embed.js: the origin of the page that frames this one, and those of its ancestors. */
  readonly Querystring: { readonly origin?: string | string[] };
}

/** No external and no inline resources. The camera's detector compiles WebAssembly in a worker, under the worker's own policy. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "media-src 'self' blob:",
  "worker-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types selfsame-camera",
];

const policyFor = (ancestors: readonly string[]): string =>
  [...policy, `frame-ancestors ${ancestors.length > 0 ? ancestors.join(" ") : "'none'"}`].join("; ");

const headers = {
  "permissions-policy": "camera=(self), microphone=(), geolocation=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
};
const ofPage = {
  ...headers,
  vary: "Accept-Language",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};
/** Required to be framed by a cross-origin isolated page. */
const ofEmbeddedFile = {
  ...headers,
  "cross-origin-resource-policy": "cross-origin",
  "cross-origin-embedder-policy": "require-corp",
};
// The allowed origins are read at each visit.
const ofEmbedded = { ...ofEmbeddedFile, vary: "Accept-Language", "cache-control": "no-store" };
const ofEmbedScript = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
  "cache-control": "public, max-age=3600, stale-while-revalidate=86400",
};
const ofLogo = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

const forever = "public, max-age=31536000, immutable";

/**
 * The hosted page of a verification session, as `npm run build` made it: /verify by itself, /verify/embedded/{session} within a page of
 * the account's origins, by /embed.js. The secret of a link is behind its #, so no request for any of these holds it.
 *
 * @param dist where it was built
 */
export function verifyPages({ store, now, limits, prefix = "" }: VerifyPageDeps, dist = builtPage) {
  const limited = { onRequest: limitPublicReads(limits) };
  return async (app: FastifyInstance): Promise<void> => {
    if (!existsSync(join(dist, "build.json"))) {
      app.log.warn("The page of verification sessions is not built, so /verify says how to build it: npm run build");
      app.get("/verify", async (_request, reply) =>
        reply.code(503).type("text/plain").send("This page is not built. In the service's folder: npm run build\n"),
      );
      return;
    }
    const pageFor = pageInLanguages(htmlUnder(prefix, readFileSync(join(dist, "index.html"), "utf8")));
    app.get("/verify", async (request, reply) => {
      const alone = { ...ofPage, "content-security-policy": policyFor([]), "cache-control": "no-cache" };
      return sendFile(await pageFor(request.headers["accept-language"]), request, reply.headers(alone));
    });
    app.get<Embedded>("/verify/embedded/:session", limited, async (request, reply) => {
      const { origin = [] } = request.query;
      const asked = [origin].flat();
      const origins = await store.run(() => allowedAncestors(store.db, request.params.session, asked, now()));
      const shown = { ...ofEmbedded, "content-security-policy": policyFor(origins) };
      return sendFile(await pageFor(request.headers["accept-language"]), request, reply.headers(shown));
    });
    for (const name of globSync("assets/*.{js,css}", { cwd: dist })) {
      const file = servedFile(join(dist, name));
      app.get(`/verify/${name.replaceAll("\\", "/")}`, async (request, reply) =>
        sendFile(file, request, reply.headers({ ...ofEmbeddedFile, "cache-control": forever })),
      );
    }
    const embed = servedFile(join(dist, "embed.js"));
    app.get("/embed.js", async (request, reply) => sendFile(embed, request, reply.headers(ofEmbedScript)));
    app.get<{ Params: { session: string } }>("/verify/brand/:session", limited, async (request, reply) => {
      const brand = await store.run(() => brandOfSession(store.db, request.params.session));
      if (!brand) return reply.callNotFound();
      return reply.headers({ ...ofLogo, "cache-control": "no-store" }).send(brand);
    });
    app.get<{ Params: { account: string } }>("/verify/logo/:account", limited, async (request, reply) => {
      const logo = await store.run(() => findLogo(store.db, request.params.account));
      if (!logo) return reply.callNotFound();
      return reply
        .headers({ ...ofLogo, "cache-control": forever })
        .type("image/png")
        .send(logo);
    });
  };
}
