import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Closes each connection as soon as it has no request when the server stops. Node itself closes only those that are idle at that moment: one that is kept
 * after its last response, or that a browser opened in advance and never used, would delay the stop until its time limit.
 */
export function closeConnectionsAtStop(app: FastifyInstance): void {
  const open = new Set<Socket>();
  let isStopping = false;
  app.server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  app.addHook("preClose", async () => {
    isStopping = true;
    for (const socket of open) {
      if (socket.bytesRead === 0) socket.destroy();
    }
  });
  app.addHook("onSend", async (_request, reply) => {
    if (isStopping) reply.header("connection", "close");
  });
  // The headers of some responses were sent before the stop.
  app.addHook("onResponse", async (request) => {
    if (isStopping) request.raw.socket.end();
  });
}
