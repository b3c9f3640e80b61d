import type { FastifyInstance } from "fastify";

/** Gives handlers the body as the stream it is, whatever its type: images/ reads it, under limits of its own. */
export function rawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
}
