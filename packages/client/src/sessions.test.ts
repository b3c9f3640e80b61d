import assert from "node:assert/strict";
import { test } from "node:test";
import { Selfsame } from "./selfsame.ts";
import { answeringServer, type Reply } from "./testing/answering-server.ts";
import { busy } from "./testing/answers.ts";
import { fakeClock } from "./testing/fake-clock.ts";

const session = { id: "vs_1", status: "open", url: "http://a/verify#b" };
const ok = (data: object): Reply => ({
  status: 200,
  body: { success: true, data, error: null, meta: { version: "3", request_id: "r-1" } },
});
const photo = new TextEncoder().encode("a photo");

test("a session is made with photos as a form, and once however often the request is sent", async (t) => {
  const { baseUrl, received } = await answeringServer(t, busy(), ok(session));
  const { sessions } = new Selfsame({ apiKey: "ss_sk_a", baseUrl, clock: fakeClock(0) });
  const made = await sessions.create({
    reference: [photo, photo],
    external_id: "c-1",
    metadata: { a: "b" },
    attempts: 2,
  });
  assert.equal(made.url, session.url);
  assert.equal(received.length, 2);
  const [first, second] = received;
  assert.ok(first?.headers["idempotency-key"]);
  assert.equal(first.headers["idempotency-key"], second?.headers["idempotency-key"]);
  for (const part of [
    /name="reference"[^]*name="reference"/,
    /name="external_id"\r\n\r\nc-1\r/,
    /name="metadata"\r\n\r\n\{"a":"b"\}\r/,
    /name="attempts"\r\n\r\n2\r/,
  ]) {
    assert.match(second?.body ?? "", part);
  }
});

test("read, list and cancel", async (t) => {
  const { baseUrl, received } = await answeringServer(t, ok(session));
  const { sessions } = new Selfsame({ apiKey: "k", baseUrl });
  assert.equal((await sessions.get("vs_1")).status, "open");
  await sessions.list({ status: "failed", created_after: new Date(0), limit: 5, cursor: undefined });
  await sessions.cancel("../vs 1");
  assert.deepEqual(
    received.map(({ method, path }) => `${method} ${path}`),
    [
      "GET /api/v3/sessions/vs_1",
      "GET /api/v3/sessions?status=failed&created_after=1970-01-01T00%3A00%3A00.000Z&limit=5",
      "POST /api/v3/sessions/..%2Fvs%201/cancel",
    ],
  );
});

test("an id that is empty, or only dots, asks nothing: the list of all sessions is no session", async (t) => {
  const { baseUrl, received } = await answeringServer(t, ok(session));
  const { sessions, batches, webhookEndpoints, requests } = new Selfsame({ apiKey: "k", baseUrl });
  for (const id of ["", ".", ".."]) {
    for (const call of [
      sessions.get(id),
      sessions.cancel(id),
      sessions.review(id, { decision: "reject", reason: "r" }),
      batches.get(id),
      webhookEndpoints.get(id),
      requests.get(id),
    ]) {
      await assert.rejects(call, TypeError);
    }
  }
  assert.equal(received.length, 0);
});
