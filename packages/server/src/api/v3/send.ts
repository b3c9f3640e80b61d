import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import manifest from "../../../package.json" with { type: "json" };
import type { Answer } from "./endpoint.ts";
import { failure, success, type Meta } from "./envelope.ts";
import { errorCatalog, type ErrorCode } from "./errors.ts";

export interface SendDeps {
  readonly log: Logger;
  publicUrl(): string;
}

/** Used where no better time is known. Overload passes within seconds; a full disk needs a person. */
const retryAfterSeconds: Partial<Record<ErrorCode, number>> = {
  engine_busy: 1,
  storage_full: 60,
  shutting_down: 1,
  too_many_challenges: 600,
};

export const metaOf = (request: FastifyRequest, reply: FastifyReply): Meta => ({
  request_id: request.id,
  version: "3",
  service_version: manifest.version,
  processing_ms: Math.round(reply.elapsedTime),
  ...(request.caller?.test && { test: true }),
});

export function sendAnswer(deps: SendDeps, answer: Answer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const meta = metaOf(request, reply);
  reply.header("cache-control", "no-store");
  reply.outcome = "code" in answer ? answer.code : answer.outcome;
  if ("stream" in answer) {
    // nginx would buffer events until it has several kilobytes.
    if (answer.contentType.startsWith("text/event-stream")) reply.header("x-accel-buffering", "no");
    return reply
      .type(answer.contentType)
      .send(typeof answer.stream === "function" ? answer.stream(meta) : answer.stream);
  }
  if (!("code" in answer)) {
    const { data, model, status = 200, issues = {}, light = null, details = null } = answer;
    reply.issues = issues;
    reply.light = light;
    reply.challengeDetails = details;
    return reply.code(status).send(success(data, model === undefined ? meta : { ...meta, model }));
  }
  if (answer.detail !== undefined) {
    deps.log.info({ requestId: request.id, outcome: answer.code, detail: answer.detail }, "refused");
  }
  const seconds = answer.retryAfterSeconds ?? retryAfterSeconds[answer.code];
  if (seconds !== undefined && !reply.hasHeader("retry-after")) reply.header("retry-after", seconds);
  return reply.code(errorCatalog[answer.code].status).send(failure(answer, meta, deps.publicUrl()));
}
