/** How bodies arrive: in chunks, too long, too early, without an end. contract.test.ts tests what they mean. */
import assert from "node:assert/strict";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import type { Service } from "../../../testing/service/request.ts";
import { startService } from "../../../testing/service/service.ts";
import { photos } from "@selfsame/photo/testing/photos/v2-photos";

const start = (t: TestContext) => startService(t, { engine: scriptedEngine(), comparison: scriptedComparison });
const type = "multipart/form-data; boundary=x";
const head = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\n`;

interface Upload {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  /** Sent one after the other, each once the one before is written. */
  readonly chunks: Iterable<Buffer | string>;
}

/** Uploads until the connection is closed, and resolves with the response, which may arrive earlier. */
function upload({ port, apiKey }: Service, { key = apiKey, headers, chunks }: Upload): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      port,
      method: "POST",
      path: "/api/v2/verify",
      headers: { authorization: `Bearer ${key}`, "content-type": type, ...headers },
    });
    const all = chunks[Symbol.iterator]();
    const next = () => {
      const { value, done } = all.next();
      if (done === true) request.end();
      else if (!request.destroyed) request.write(value, next);
    };
    request.once("error", reject);
    request.once("response", (response: IncomingMessage) => {
      text(response).then((body) => resolve([response.statusCode ?? 0, body]), reject);
    });
    next();
  });
}

function* megabytes(count: number): Iterable<Buffer> {
  for (let i = 0; i < count; i++) yield Buffer.alloc(1024 * 1024);
}

test("a body without a Content-Length is read as it comes", async (t) => {
  const service = await start(t);
  const chunks = [head("selfie"), photos.png, "\r\n", head("reference"), photos.png, "\r\n--x--\r\n"];
  const [status, body] = await upload(service, { chunks });
  assert.equal(status, 200);
  assert.match(body, /"message":"Face(s| match)/);
});

test("a client that still sends its too large photo gets the answer", async (t) => {
  const service = await start(t);
  const chunks = [head("selfie"), ...megabytes(12)];
  assert.deepEqual(await upload(service, { chunks }), [413, `{"error":"File too large"}`]);
});

test("a body that says it is too large is not waited for", async (t) => {
  const service = await start(t);
  const headers = { "content-length": 100_000_000 };
  const [status] = await upload(service, { headers, chunks: [head("selfie"), ...megabytes(1)] });
  assert.equal(status, 413);
});

test("a client that still sends while its key is refused gets the answer", async (t) => {
  const service = await start(t);
  const chunks = [head("selfie"), ...megabytes(9)];
  assert.deepEqual(await upload(service, { key: "wrong", chunks }), [401, `{"error":"Invalid API key"}`]);
});

test("after an answer that came early the connection takes the next request", async (t) => {
  const { port, apiKey } = await start(t);
  const socket = connect(port, "127.0.0.1");
  const body = "x".repeat(200_000);
  const requestHead = ["POST /api/v2/spoof HTTP/1.1", "host: x", `authorization: Bearer ${apiKey}`];
  const refused = [...requestHead, "content-type: text/plain", `content-length: ${body.length}`, "", body];
  const closing = [...requestHead, "content-type: text/plain", "connection: close", "content-length: 0", "", ""];
  socket.write([...refused, ...closing].join("\r\n").replace(`${body}\r\n`, body));
  const answers = await text(socket);
  assert.equal(answers.split("HTTP/1.1 415 ").length, 3);
});

test("what is not HTTP is refused in JSON, with a request id", async (t) => {
  const { port } = await start(t);
  for (const [sent, status] of [
    ["nonsense\r\n\r\n", "400 Bad Request"],
    [`GET / HTTP/1.1\r\nhost: x\r\nx-long: ${"a".repeat(20_000)}\r\n\r\n`, "431 Request Header Fields Too Large"],
    ["GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n", "400 Bad Request"],
  ] as const) {
    const socket = connect(port, "127.0.0.1");
    socket.write(sent);
    const answer = await text(socket);
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
    assert.match(answer, /\r\nx-request-id: [0-9a-f-]{36}\r\n/);
    assert.match(answer, /\r\n\r\n{"error":"[^"]+"}$/);
  }
});

test("a path that is none, and one that is not there, are refused in JSON, with a request id", async (t) => {
  const { url } = await start(t);
  for (const [path, status, error] of [
    ["/%zz", 400, "Bad request"],
    ["/api/v2/nothing", 404, "Not found"],
  ] as const) {
    const response = await fetch(url + path);
    assert.equal(response.status, status);
    assert.deepEqual(await response.json(), { error });
    assert.match(response.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/);
  }
});
