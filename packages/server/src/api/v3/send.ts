import type { FastifyReply, FastifyRequest } from "fastify";
import type { Answer } from "./endpoint.ts";
import { failure, success, type Meta } from "./envelope.ts";
import { errorCatalogue, type ErrorCode } from "./errors.ts";

export interface SendDeps {
  publicUrl(): string;
}

/** Both pass by themselves, and soon: the queue moves on, another node takes over. */
const retryAfterSeconds: Partial<Record<ErrorCode, number>> = { engine_busy: 1, shutting_down: 1 };

export function sendAnswer(deps: SendDeps, answer: Answer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const meta: Meta = { request_id: request.id, version: "3", processing_ms: Math.round(reply.elapsedTime) };
  reply.header("cache-control", "no-store");
  reply.outcome = "code" in answer ? answer.code : answer.outcome;
  if (!("code" in answer)) {
    const { data, model } = answer;
    return reply.code(200).send(success(data, model === undefined ? meta : { ...meta, model }));
  }
  const seconds = retryAfterSeconds[answer.code];
  if (seconds !== undefined) reply.header("retry-after", seconds);
  return reply.code(errorCatalogue[answer.code].status).send(failure(answer, meta, deps.publicUrl()));
}
