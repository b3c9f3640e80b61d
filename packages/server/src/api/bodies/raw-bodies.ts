import type { FastifyInstance } from "fastify";

/** Passes the body to handlers as a stream, whatever its type: images/ reads it within its own limits. */
export function rawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
}
