import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "./errors/api-error.ts";
import { NetworkError } from "./errors/network-error.ts";
import { ResponseError } from "./errors/response-error.ts";
import { SelfsameError } from "./errors/selfsame-error.ts";
import { TimeoutError } from "./errors/timeout-error.ts";
import { Selfsame } from "./selfsame.ts";
import { answeringServer, type Reply } from "./testing/answering-server.ts";
import { busy, rejected, verified } from "./testing/answers.ts";
import { caught } from "./testing/caught.ts";
import { fakeClock } from "./testing/fake-clock.ts";

const photo = new TextEncoder().encode("a photo");
const request = { reference: photo, selfie: photo };
const ok = (data: unknown): Reply => ({
  status: 200,
  body: { success: true, data, error: null, meta: { version: "3" } },
});

test("a 422 is never retried, whatever its headers say", async (t) => {
  const { baseUrl, received } = await answeringServer(
    t,
    rejected(422, { code: "no_face", param: "selfie" }, { "retry-after": "1" }),
  );
  const error = await caught(new Selfsame({ apiKey: "k", baseUrl, clock: fakeClock(), maxRetries: 9 }).verify(request));
  assert.ok(error instanceof ApiError && error instanceof SelfsameError && error instanceof Error);
  assert.deepEqual([error.name, error.code, error.param, error.hint], ["ApiError", "no_face", "selfie", "Do this."]);
  assert.equal(error.message, "selfie: No. Do this.");
  assert.deepEqual([error.requestId, error.docs], ["r-1", "http://a/docs/guide/errors#x"]);
  assert.equal(received.length, 1);
});

test("a broken connection is retried, then a NetworkError with its cause", async (t) => {
  const { baseUrl, received } = await answeringServer(t, "reset", verified);
  const clock = fakeClock();
  await new Selfsame({ apiKey: "k", baseUrl, clock }).verify(request);
  assert.equal(received.length, 2);
  const gone = new Selfsame({ apiKey: "k", baseUrl: "http://127.0.0.1:1", clock: fakeClock(), maxRetries: 0 });
  const error = await caught(gone.verify(request));
  assert.ok(error instanceof NetworkError);
  assert.ok(error.cause instanceof Error);
});

test("a time-out ends the attempt and is not retried", async (t) => {
  const { baseUrl } = await answeringServer(t, "hang");
  let attempts = 0;
  const counted: typeof fetch = (...args) => {
    attempts += 1;
    return fetch(...args);
  };
  const error = await caught(new Selfsame({ apiKey: "k", baseUrl, timeoutMs: 60, fetch: counted }).verify(request));
  assert.ok(error instanceof TimeoutError);
  assert.equal(error.timeoutMs, 60);
  assert.equal(attempts, 1);
});

test("an abort in mid-request rejects with the signal's reason", async (t) => {
  const { baseUrl } = await answeringServer(t, "hang");
  const controller = new AbortController();
  const reason = new Error("the person went away");
  const call = caught(new Selfsame({ apiKey: "k", baseUrl }).verify(request, { signal: controller.signal }));
  controller.abort(reason);
  assert.equal(await call, reason);
});

test("an abort between two attempts ends the wait", async (t) => {
  const { baseUrl, received } = await answeringServer(t, busy({ "retry-after": "20" }));
  const controller = new AbortController();
  const watched: typeof fetch = async (...args) => {
    const response = await fetch(...args);
    setImmediate(() => controller.abort());
    return response;
  };
  const error = await caught(
    new Selfsame({ apiKey: "k", baseUrl, fetch: watched }).verify(request, { signal: controller.signal }),
  );
  assert.equal((error as DOMException).name, "AbortError");
  assert.equal(received.length, 1);
});

test("the key is sent to no other address: a redirect is an error", async (t) => {
  const other = await answeringServer(t, verified);
  const { baseUrl } = await answeringServer(t, { status: 307, headers: { location: `${other.baseUrl}/x` }, body: "" });
  const error = await caught(new Selfsame({ apiKey: "k", baseUrl, clock: fakeClock() }).verify(request));
  assert.ok(error instanceof ResponseError && error.status === 307);
  assert.equal(other.received.length, 0);
});

test("analyze and models reach their endpoints", async (t) => {
  const { baseUrl, received } = await answeringServer(t, ok({ faces: [] }), ok({ model: "m-1" }));
  const selfsame = new Selfsame({ apiKey: "k", baseUrl });
  assert.deepEqual((await selfsame.analyze({ photo })).faces, []);
  assert.equal((await selfsame.models()).model, "m-1");
  const paths = received.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(paths, ["POST /api/v3/analyze", "GET /api/v3/models"]);
});
