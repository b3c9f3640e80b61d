import assert from "node:assert/strict";
import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { startService } from "../../testing/service/service.ts";
import { until } from "@selfsame/platform/testing/until";
import { startSessionService } from "../../testing/sessions/sessions.ts";

const found = await scriptedEngine().analyze(await portrait("amal"), { embedding: true });

/** A service whose photo analysis ends when the test ends it. */
async function startSlow(t: TestContext) {
  const begun = Promise.withResolvers<AbortSignal | undefined>();
  const finished = Promise.withResolvers<void>();
  const engine = scriptedEngine({
    analyze: async (_photo, _wants, { signal } = {}) => {
      begun.resolve(signal);
      await finished.promise;
      return found;
    },
  });
  const service = await startService(t, { engine, comparison: scriptedComparison });
  const photo = await portrait("amal");
  const boundary = "b0undary";
  const parts = [
    `--${boundary}\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\n\r\n`,
    photo,
    `\r\n--${boundary}--\r\n`,
  ];
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const ask = async (version: string) => {
    const socket = await open(t, service.port);
    socket.write(
      `POST /api/v3/analyze HTTP/${version}\r\nhost: localhost\r\nauthorization: Bearer ${service.apiKey}\r\n` +
        `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    socket.write(body);
    return socket;
  };
  return { ...service, ask, begun: begun.promise, finish: () => finished.resolve() };
}

async function open(t: TestContext, port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => {});
  t.after(() => socket.destroy());
  await once(socket, "connect");
  return socket;
}

const processing = "HTTP/1.1 102 Processing\r\n\r\n";

test("a client that closes its side after the request gets the answer, and its connection ends with it", async (t) => {
  const { ask, begun, finish } = await startSlow(t);
  const socket = await ask("1.1");
  socket.end();
  const signal = await begun;
  const [first] = (await once(socket, "data")) as [Buffer];
  assert.equal(first.toString(), processing, "whether it is there is asked by a line that it skips");
  assert.equal(signal?.aborted, false);
  finish();
  const rest = (await text(socket)).replaceAll(processing, "");
  assert.match(rest, /^HTTP\/1\.1 200 OK\r\n/);
  assert.match(rest, /"faces":\[\{/);
});

test("a quick answer comes with nothing before it", async (t) => {
  const { port } = await startSlow(t);
  const socket = await open(t, port);
  socket.end("GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n");
  assert.match(await text(socket), /^HTTP\/1\.1 200 OK\r\n[^]*\{"status":"live","node":"[^"]+"\}$/);
});

test("one of HTTP/1.0, which knows no 102, gets the answer alone", async (t) => {
  const { ask, begun, finish } = await startSlow(t);
  const socket = await ask("1.0");
  socket.end();
  await begun;
  finish();
  assert.match(await text(socket), /^HTTP\/1\.1 200 OK\r\n/);
});

test("for a client that has gone altogether, the work is dropped", async (t) => {
  const { ask, begun } = await startSlow(t);
  const socket = await ask("1.1");
  const signal = await begun;
  assert.ok(signal);
  socket.destroy();
  if (!signal.aborted) await once(signal, "abort");
});

test("who follows a session and closes their side goes on following; who leaves makes room", async (t) => {
  const { create, visit, port } = await startSessionService(t);
  const { secret } = await create();
  const { authorization, "selfsame-device": device } = visit(secret).headers;
  const follow = async () => {
    const socket = await open(t, port);
    socket.write(
      `GET /api/v3/session/events HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\nselfsame-device: ${device}\r\n\r\n`,
    );
    let received = "";
    socket.on("data", (data: Buffer) => (received += data.toString()));
    await until(() => received.includes("\r\n"));
    return { socket, status: received.slice(9, 12), received: () => received };
  };
  const [stays, ...others] = await Promise.all(Array.from({ length: 10 }, follow));
  if (!stays) return;
  stays.socket.end();
  assert.equal((await follow()).status, "429");
  for (const { socket } of others) socket.destroy();
  await until(async () => (await follow()).status === "200");
  await visit(secret).start();
  await until(() => stays.received().includes('"status":"started"'));
});
