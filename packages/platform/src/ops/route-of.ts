import type { FastifyRequest } from "fastify";

/** What logs, metrics and spans report of a request. */
declare module "fastify" {
  interface FastifyRequest {
    /** The path of an endpoint that does not have the request's method. */
    refusedRoute: string | undefined;
  }
  interface FastifyReply {
    /** The outcome as a domain term or an error code, from a small set, for metrics and usage. */
    outcome: string;
  }
}

/** As registered, without ids. A path can hold an id or a token. */
export const routeOf = ({ refusedRoute, routeOptions }: FastifyRequest): string | undefined =>
  refusedRoute ?? routeOptions.url;
