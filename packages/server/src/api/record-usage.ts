import type { FastifyRequest, onSendAsyncHookHandler } from "fastify";
import type { Access } from "../accounts/access/access.ts";

/** Every response to a known caller is recorded before it is sent, so that a received response is always counted. */
export function recordUsage(access: Access): onSendAsyncHookHandler {
  // If recording fails, the error response is sent without another attempt to record.
  const tried = new WeakSet<FastifyRequest>();
  return async (request, reply) => {
    const { caller, clientGone, routeOptions } = request;
    const { endpoint } = routeOptions.config;
    if (caller === undefined || endpoint === undefined || tried.has(request)) return;
    tried.add(request);
    await access.record({
      caller,
      endpoint,
      outcome: clientGone.aborted ? "client_gone" : reply.outcome,
      durationMs: Math.round(reply.elapsedTime),
    });
  };
}
