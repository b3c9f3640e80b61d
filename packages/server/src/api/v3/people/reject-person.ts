import type { FastifyReply, FastifyRequest } from "fastify";
import { DashboardError, describeRejection } from "../../dashboard/errors.ts";
import { metaOf, type SendDeps } from "../send.ts";

type ErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Reports to a user of the dashboard why version 3 rejects the cookie: in the envelope of version 3, with the codes of the dashboard's API. No key
 * receives these codes, so the catalog of version 3 does not include them.
 */
export const rejectPeople =
  (deps: SendDeps, otherwise: ErrorHandler): ErrorHandler =>
  async (error, request, reply) => {
    if (!(error instanceof DashboardError)) return otherwise(error, request, reply);
    const { status, code, message, field, retryAfterSeconds } = describeRejection(error);
    if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
    reply.outcome = code;
    const told = { code, message, param: field, hint: message, retryable: retryAfterSeconds !== undefined };
    const docs = `${deps.publicUrl()}/docs/guide/dashboard-api`;
    const body = { success: false, data: null, error: { ...told, docs }, meta: metaOf(request, reply) };
    // The response schemas allow only the catalog's codes.
    return reply
      .code(status)
      .header("cache-control", "no-store")
      .type("application/json; charset=utf-8")
      .serializer((sent: unknown) => JSON.stringify(sent))
      .send(body);
  };
