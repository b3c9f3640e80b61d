import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Closes unused connections when the server stops: browsers open some in advance, and Node counts them as active. One of them would delay the stop until
 * its time limit.
 */
export function endSilentConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  app.addHook("preClose", async () => {
    for (const socket of open) {
      if (socket.bytesRead === 0) socket.destroy();
    }
  });
}
