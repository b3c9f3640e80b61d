import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { fastify, type FastifyPluginAsync } from "fastify";
import { htmlUnder } from "../path-prefix.ts";

/**
 * Everything comes from our own origin: no fonts, no icons, no telemetry, no proxy of others. Scalar styles its elements inline, so
 * styles cannot be held as strictly as scripts.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const file = (name: string): Buffer => readFileSync(join(import.meta.dirname, "static", name));

const brotli = promisify(brotliCompress);

interface Script {
  readonly plain: Buffer;
  readonly compressed: Buffer;
}

/** The package gives its script, 4 MB of it, through a route and in no other way. Read at the first visit, to keep the start short. */
async function loadScript(): Promise<Script> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const source = fastify();
  await source.register(scalar, { routePrefix: "/", configuration: { url: "/openapi.json" } });
  const { rawPayload: plain } = await source.inject("/js/scalar.js");
  await source.close();
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  return { plain, compressed: await brotli(plain, { params }) };
}

/** GET /docs: the reference of version 3, from /openapi.json. @param prefix of the service's path */
export const referenceRoutes =
  (prefix = ""): FastifyPluginAsync =>
  async (app) => {
    const page = htmlUnder(prefix, file("reference.html").toString());
    const [start, css] = [file("reference.js"), file("reference.css")];
    let script: Promise<Script> | undefined;

    app.get("/docs", async (_request, reply) => {
      reply.headers({
        "content-security-policy": policy,
        "cache-control": "no-cache",
        "referrer-policy": "no-referrer",
      });
      return reply.type("text/html; charset=utf-8").send(page);
    });

    app.get("/docs/reference.js", async (_request, reply) =>
      reply.header("cache-control", "no-cache").type("text/javascript; charset=utf-8").send(start),
    );

    app.get("/docs/reference.css", async (_request, reply) =>
      reply.header("cache-control", "no-cache").type("text/css; charset=utf-8").send(css),
    );

    app.get("/docs/scalar.js", async (request, reply) => {
      const { plain, compressed } = await (script ??= loadScript());
      reply.headers({ "cache-control": "public, max-age=86400", vary: "accept-encoding" });
      reply.type("text/javascript; charset=utf-8");
      const takesBrotli = /\bbr\b/.test(request.headers["accept-encoding"] ?? "");
      return takesBrotli ? reply.header("content-encoding", "br").send(compressed) : reply.send(plain);
    });
  };
