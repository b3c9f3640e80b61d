import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Ends, when the server stops, connections on which nothing was ever said: browsers open some beforehand, and Node counts them among those
 * that are in use. One such would keep a server that stops until its patience ends.
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
