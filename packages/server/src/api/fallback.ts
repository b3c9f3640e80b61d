/** Responses outside all contracts: a malformed request, an unknown path, an error outside the APIs. */
import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { discardRest } from "./bodies/discard-rest.ts";
import { type StrictTransport, strictTransportHeaders } from "./strict-transport.ts";
import { endpoints } from "./v3/endpoints/endpoints.ts";
import { meantPath } from "./v3/problems/path-problem.ts";
import { type SendDeps, sendAnswer } from "./v3/send.ts";

/** Responds to what Node's HTTP parser rejected. No request object exists, so the response is written to the socket. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statusOf(error.code);
  const body = JSON.stringify({ error: STATUS_CODES[status] });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "connection: close",
    "content-type: application/json; charset=utf-8",
    `content-length: ${body.length}`,
    `x-request-id: ${randomUUID()}`,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}

function statusOf(code: string | undefined): 400 | 408 | 431 {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return 408;
  return code === "HPE_HEADER_OVERFLOW" ? 431 : 400;
}

interface HeaderDeps {
  readonly strictTransport?: StrictTransport;
}

/** Headers of every response, whatever its contract. */
export const headersOfAll = ({ strictTransport }: HeaderDeps, request: FastifyRequest): Record<string, string> => ({
  "x-request-id": request.id,
  "x-content-type-options": "nosniff",
  ...(strictTransport && strictTransportHeaders(strictTransport, request)),
});

/** A malformed path, such as `/%zz`: no hook has run, so the headers of every response are added here. */
export function answerBadPath(deps: SendDeps & HeaderDeps, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void discardRest(request);
  reply.headers(headersOfAll(deps, request));
  if (request.url.startsWith("/api/v3/")) return sendAnswer(deps, { code: "not_found" }, request, reply);
  return reply.code(400).send({ error: "Bad request" });
}

/** Suggests the version 3 endpoint of a path under another prefix, such as `/v3/verify`. */
export async function answerUnknownPath({ url }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const [asked = ""] = url.split(/[?#]/, 1);
  const isApi = /^\/(?:api|v\d)\b/.test(asked) && !asked.startsWith("/api/dashboard/");
  const meant = isApi ? meantPath(asked, endpointPaths) : undefined;
  await reply.code(404).send({ error: "Not found", ...(meant !== undefined && { hint: `Did you mean ${meant}?` }) });
}

const endpointPaths = endpoints.map(({ path }) => `/api/v3${path}`);

/** Only Fastify's own rejections have a status below 500; their texts are not repeated. */
export async function answerFault(
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const status = error.statusCode ?? 500;
  if (status < 500) {
    await reply.code(status).send({ error: STATUS_CODES[status] ?? "Bad request" });
    return;
  }
  request.log.error({ requestId: request.id, err: error }, "fault");
  await reply.code(500).send({ error: "Internal server error" });
}
