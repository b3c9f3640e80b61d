import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import type { Access } from "../../access/access.ts";
import { sendAnswer, type SendDeps } from "./send.ts";

/** What scripts may read of an answer beside its body. */
const exposed = "X-Request-Id, Retry-After, RateLimit, RateLimit-Policy";

/** Refuses a page whose origin is not one of its public key's: before anything is counted, so that strangers cost the owner nothing. */
export function checkOrigin(deps: SendDeps): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const { caller } = request;
    if (caller?.kind !== "public") return;
    const { origin } = request.headers;
    if (origin === undefined || !caller.allowedOrigins.includes(origin)) {
      request.caller = undefined;
      return sendAnswer(deps, { code: "origin_not_allowed", detail: caller.keyId }, request, reply);
    }
  };
}

/**
 * Lets a page of an origin that some public key allows read why its key is refused: it is then the page's owner who sees it.
 * A stranger's page is told nothing. Before keys are looked at, so that it holds for every refusal.
 */
export function letRefusalsBeRead(access: Access): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const { origin } = request.headers;
    if (request.routeOptions.config.key !== "public" || origin === undefined) return;
    reply.header("vary", "Origin");
    if (await access.isAllowedOrigin(origin)) {
      reply.headers({ "access-control-allow-origin": origin, "access-control-expose-headers": exposed });
    }
  };
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
