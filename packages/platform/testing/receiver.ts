import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
}

/** For tests: a webhook receiver on loopback. Returns 200 by default. */
export async function startReceiver(
  t: TestContext,
  answer: (response: ServerResponse, received: Received) => void = (response) => void response.end("thanks"),
): Promise<Receiver> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const hear = async (request: IncomingMessage, response: ServerResponse) => {
    const one = { headers: request.headers, path: request.url ?? "", body: await text(request).catch(() => "") };
    received.push(one);
    answer(response, one);
  };
  const server = createServer((request, response) => {
    void hear(request, response);
  });
  server.on("connection", (socket: Socket) => sockets.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://hooks.test:${(server.address() as AddressInfo).port}/hook`, received };
}
