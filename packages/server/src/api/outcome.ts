import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyReply {
    /** What came of the request, in domain words or as an error code: one of a few, for metrics. */
    outcome: string;
  }
}

export function decorateOutcome(app: FastifyInstance): void {
  app.decorateReply("outcome", "");
}
