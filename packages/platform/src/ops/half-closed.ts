import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** Fast answers come earlier; afterwards the interval doubles each time. */
const firstProbeMs = 50;
const longestProbeMs = 3_200;

/**
 * Answers clients that close their side after the request, as TCP allows (`nc -N`; RFC 9293, section 3.6). A client that is gone looks the same until
 * something is sent: then its system resets the connection, and the next write fails. So a slow answer is preceded by `102 Processing`, which HTTP/1.1
 * clients must skip (RFC 9110, section 15.2), and an event stream contains comments.
 */
export function answerHalfClosed(app: FastifyInstance): void {
  // Undocumented in Node: without it `http` closes a connection as soon as the client has closed its side.
  Object.assign(app.server, { httpAllowHalfOpen: true });
  const answering = new WeakMap<Socket, Set<ServerResponse>>();
  app.server.on("connection", (socket: Socket) => {
    const responses = new Set<ServerResponse>();
    answering.set(socket, responses);
    socket.once("end", () => probe(socket, responses));
  });
  app.addHook("onRequest", async (request, reply) => {
    const responses = answering.get(request.raw.socket);
    responses?.add(reply.raw);
    reply.raw.once("close", () => responses?.delete(reply.raw));
  });
}

function probe(socket: Socket, responses: ReadonlySet<ServerResponse>): void {
  let timer: NodeJS.Timeout;
  const after = (ms: number) => {
    timer = setTimeout(() => {
      for (const response of responses) writeSomething(response);
      after(Math.min(2 * ms, longestProbeMs));
    }, ms);
  };
  after(firstProbeMs);
  socket.once("close", () => clearTimeout(timer));
}

function writeSomething(response: ServerResponse): void {
  // Of pipelined requests, only the first is being answered.
  if (response.socket === null) return;
  if (response.headersSent) {
    if (String(response.getHeader("content-type")).startsWith("text/event-stream")) response.write(":\n\n");
  } else if (response.req.httpVersion !== "1.0") {
    // HTTP/1.0 has no 102: such a client is assumed to be connected.
    response.writeProcessing();
  }
}
