import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { type V2Error, v2Errors } from "./errors.ts";

/** A response before it is sent. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
  /** For usage: the outcome as a domain term, or the error. */
  readonly outcome: string;
  /** For the log only; not sent to the caller. */
  readonly detail?: string;
}

const headersOf: Partial<Record<V2Error, Readonly<Record<string, string>>>> = {
  method_not_allowed: { allow: "POST" },
};

export function ok(outcome: string, body: object): Answer {
  return { status: 200, body, outcome };
}

export function rejection(error: V2Error, detail?: string): Answer {
  const [status, text] = v2Errors[error];
  return {
    status,
    headers: headersOf[error] ?? {},
    body: { error: text },
    outcome: error,
    ...(detail === undefined ? {} : { detail }),
  };
}

export function sendAnswer(log: Logger, answer: Answer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body, outcome, detail } = answer;
  reply.outcome = outcome;
  if (detail !== undefined) log.info({ requestId: request.id, outcome, detail }, "refused");
  if (outcome === "busy" && !reply.hasHeader("retry-after")) reply.header("retry-after", "1");
  return reply
    .code(status)
    .headers({ "cache-control": "no-store", ...headers })
    .send(body);
}
