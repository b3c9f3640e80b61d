import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler, onSendAsyncHookHandler } from "fastify";
import type { Access } from "../../accounts/access/access.ts";
import { StoreUnavailable } from "@selfsame/platform/store/outage";
import { sendAnswer, type SendDeps } from "./send.ts";

/** Response headers that scripts of other origins may read. */
const exposed = "X-Request-Id, Retry-After, RateLimit, RateLimit-Policy";

/**
 * Rejects a page whose origin the public key does not allow. Runs before the request is counted, so that other sites cannot use up the owner's
 * limits.
 */
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
 * Sends the CORS headers for responses to public keys, as the request's key allows. A rejection may have no known key. Then any origin that
 * some public key allows may read it, since that page belongs to a customer. Other origins may not.
 */
export function exposeToPages(access: Access): onSendAsyncHookHandler {
  return async (request, reply) => {
    const { origin } = request.headers;
    if (request.routeOptions.config.key !== "public" || origin === undefined) return;
    reply.header("vary", "Origin");
    const allowed = request.caller?.allowedOrigins.includes(origin) ?? (await isAllowed(access, origin));
    if (allowed) reply.headers({ "access-control-allow-origin": origin, "access-control-expose-headers": exposed });
  };
}

/** False while the database is unavailable. */
async function isAllowed(access: Access, origin: string): Promise<boolean> {
  try {
    return await access.isAllowedOrigin(origin);
  } catch (error) {
    if (error instanceof StoreUnavailable) return false;
    throw error;
  }
}

/**
 * Answers a browser's preflight request, which does not name the key. Only an origin that some public key allows gets CORS headers. The request
 * itself is checked against its own key.
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
