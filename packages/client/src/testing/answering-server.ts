import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";

/** How the server handles one request; `hang` never responds, `reset` drops the connection. */
export type Reply =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body: unknown }
  | "hang"
  | "reset";

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  /** The multipart body as latin1 text. */
  readonly body: string;
}

/** Returns the given replies in order, and repeats the last one. @param pathOf converts a request's URL to the path that is recorded */
export function answerer(replies: readonly Reply[], pathOf = (url: string) => url) {
  const received: Received[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request.setEncoding("latin1"));
    const reply = replies[Math.min(received.length, replies.length - 1)];
    const { method = "", url = "", headers } = request;
    received.push({ method, path: pathOf(url), headers, body });
    if (reply === "hang") return;
    if (reply === undefined || reply === "reset") {
      request.socket.destroy();
      return;
    }
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    response.end(typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body));
  };
  return { received, answer };
}

/** Starts a real HTTP server that returns the given replies. */
export async function answeringServer(t: TestContext, ...replies: readonly Reply[]) {
  const { received, answer } = answerer(replies);
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}
