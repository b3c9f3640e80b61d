import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** Nothing from elsewhere, nothing inline; photos are shown from memory (blob:) and the optimized selfie from the answer (data:). */
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
  "Content-Security-Policy": contentSecurityPolicy,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/**
 * The first page, at `/`: two photos in, the verdict out, with the request and the answer to copy. Static files that know only the
 * HTTP contract, like any other client. They are checked for freshness at each visit (ETag), so that an upgrade shows at once.
 */
export async function registerPage(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(import.meta.dirname, "static"),
    wildcard: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply) => {
      for (const [name, value] of Object.entries(headers)) reply.header(name, value);
      reply.header("Cache-Control", "no-cache");
    },
  });
}
