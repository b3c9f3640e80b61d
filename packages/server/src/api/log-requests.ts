import type { onSendAsyncHookHandler } from "fastify";
import type { RequestLog } from "../features/request-log/request-log.ts";
import { routeOf } from "@selfsame/platform/ops/route-of";

/** Logs every response to a known key or link. If usage cannot be recorded, another response is sent, and that one is logged. */
export function logRequests(requestLog: RequestLog): onSendAsyncHookHandler {
  return async (request, reply) => {
    const { holder, clientGone, id: requestId } = request;
    if (holder === undefined) return;
    const failed = reply.statusCode >= 400;
    const outcome = clientGone.aborted ? "client_gone" : failed ? "error" : reply.outcome;
    requestLog.note({
      holder,
      requestId,
      route: `${request.method} ${routeOf(request) ?? ""}`,
      status: clientGone.aborted ? null : reply.statusCode,
      outcome,
      code: outcome === "error" ? reply.outcome : null,
      issues: reply.issues,
      light: reply.light,
      challenge: reply.challengeDetails,
      stagesMs: request.stages.now(),
      durationMs: reply.elapsedTime,
    });
  };
}
