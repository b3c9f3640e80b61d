import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { EngineUnavailable } from "@selfsame/photo/engine/engine";
import { BudgetExhausted } from "@selfsame/photo/images/memory-budget";
import { isOutage } from "@selfsame/platform/store/outage";
import type { Reject, RejectReason } from "./reject.ts";

type ErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Turns what hooks and handlers throw into the contract's error responses. The error's own message is never sent. */
export function answerFaults(log: Logger, refuse: Reject): ErrorHandler {
  return async (error, request, reply) => {
    const why = refusedBy(error);
    if (error instanceof EngineUnavailable) reply.header("retry-after", error.retryAfterSeconds);
    if (why !== "fault") return refuse(why, request, reply, error instanceof Error ? error.message : undefined);
    // A disconnected client receives no response, and its canceled work is not a fault.
    if (!request.clientGone.aborted) log.error({ requestId: request.id, err: error }, "fault");
    return refuse("fault", request, reply);
  };
}

function refusedBy(error: unknown): RejectReason {
  if (error instanceof BudgetExhausted || isOutage(error)) return "busy";
  if (error instanceof EngineUnavailable) return error.reason === "stopping" ? "stopping" : "busy";
  // Fastify's own: the Content-Type header is not a media type at all.
  const isNoMediaType = error instanceof Error && "code" in error && error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE";
  return isNoMediaType ? "unsupported_content_type" : "fault";
}
