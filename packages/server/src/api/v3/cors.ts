import type { FastifyReply, FastifyRequest } from "fastify";
import type { Access, Caller } from "../../access/access.ts";

/** What scripts may read of an answer beside its body. */
const exposed = "X-Request-Id, Retry-After, RateLimit, RateLimit-Policy";

/**
 * Lets the page read the answer, where its origin is one of the public key's.
 * @returns whether it is
 */
export function allowOrigin(caller: Caller, request: FastifyRequest, reply: FastifyReply): boolean {
  const { origin } = request.headers;
  reply.header("vary", "Origin");
  if (origin === undefined || !caller.allowedOrigins.includes(origin)) return false;
  reply.headers({ "access-control-allow-origin": origin, "access-control-expose-headers": exposed });
  return true;
}

/**
 * Answers a browser that asks whether it may send a request at all. It does not say with which key: an origin that no public key
 * allows is told nothing, and the others' requests are looked at when they come.
 */
export async function answerPreflight(
  access: Access,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { origin } = request.headers;
  reply.header("vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers");
  if (origin !== undefined && (await access.isAllowedOrigin(origin))) {
    reply.headers({
      "access-control-allow-origin": origin,
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "Authorization, Content-Type, X-Request-Id",
      "access-control-max-age": "600",
    });
  }
  return reply.code(204).send();
}
