import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { type TestContext, test } from "node:test";
import { fastify, type FastifyReply } from "fastify";
import { until } from "../../testing/until.ts";
import { closeConnectionsAtStop } from "./close-connections.ts";

/** Starts a request that is being answered, over a connection that client and service hold open for an hour. */
async function startBusy(t: TestContext, answer: (reply: FastifyReply) => unknown) {
  const app = fastify({ keepAliveTimeout: 3600_000, forceCloseConnections: "idle", return503OnClosing: false });
  closeConnectionsAtStop(app);
  const arrived = Promise.withResolvers<void>();
  app.get("/", (_request, reply) => {
    arrived.resolve();
    return answer(reply);
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const agent = new Agent({ keepAlive: true, keepAliveMsecs: 3600_000 });
  t.after(() => agent.destroy());
  const { port } = app.server.address() as AddressInfo;
  const sent: ClientRequest = request({ port, host: "127.0.0.1", agent }).end();
  await arrived.promise;
  return { app, sent };
}

async function read(response: IncomingMessage): Promise<string> {
  response.setEncoding("utf8");
  return (await response.toArray()).join("");
}

test("a request that is answered after the stop gets its answer, and its connection is closed with it", async (t) => {
  const answer = Promise.withResolvers<string>();
  const { app, sent } = await startBusy(t, () => answer.promise);
  const closed = app.close();
  await until(() => !app.server.listening);
  answer.resolve("done");
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  assert.deepEqual([response.headers.connection, await read(response)], ["close", "done"]);
  await closed;
});

test("so does one whose answer had begun before", async (t) => {
  const body = new Readable({ read: () => {} });
  const { app, sent } = await startBusy(t, (reply) => reply.send(body));
  body.push("half, ");
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const closed = app.close();
  await until(() => !app.server.listening);
  body.push("and half");
  body.push(null);
  assert.deepEqual([response.headers.connection, await read(response)], ["keep-alive", "half, and half"]);
  await closed;
});
