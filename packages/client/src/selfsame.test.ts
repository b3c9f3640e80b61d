import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "./errors/api-error.ts";
import { NetworkError } from "./errors/network-error.ts";
import { ResponseError } from "./errors/response-error.ts";
import { SelfsameError } from "./errors/selfsame-error.ts";
import { TimeoutError } from "./errors/timeout-error.ts";
import { Selfsame } from "./selfsame.ts";
import { answeringServer, type Reply } from "./testing/answering-server.ts";
import { busy, refused, verified } from "./testing/answers.ts";
import { caught } from "./testing/caught.ts";
import { fakeClock } from "./testing/fake-clock.ts";

const photo = new TextEncoder().encode("a photo");
const request = { reference: photo, selfie: photo };
const withoutBoundary = (body = ""): string => body.replaceAll(/-+formdata-[\w-]+/gi, "");
const ok = (data: unknown): Reply => ({
  status: 200,
  body: { success: true, data, error: null, meta: { version: "3" } },
});

test("verify sends both photos and the options, and gives data and meta", async (t) => {
  const { baseUrl, received } = await answeringServer(t, verified);
  const selfsame = new Selfsame({ apiKey: "ss_sk_a", baseUrl: `${baseUrl}/` });
  const result = await selfsame.verify({ ...request, threshold: 0.7, challenge_token: "t" });
  assert.equal(result.match, true);
  assert.equal(result.similarity, 0.8123);
  assert.equal(result.meta.model, "m-1");
  const [sent] = received;
  assert.deepEqual([sent?.method, sent?.path], ["POST", "/api/v3/verify"]);
  assert.equal(sent?.headers.authorization, "Bearer ss_sk_a");
  for (const part of [/name="reference"; filename=/, /name="selfie"; filename=/, /name="threshold"\r\n\r\n0\.7\r/]) {
    assert.match(sent?.body ?? "", part);
  }
  assert.match(sent?.body ?? "", /name="challenge_token"\r\n\r\nt\r/);
});

test("options that are not given are not sent", async (t) => {
  const { baseUrl, received } = await answeringServer(t, verified);
  await new Selfsame({ apiKey: "k", baseUrl }).verify(request);
  assert.doesNotMatch(received[0]?.body ?? "", /threshold|challenge_token/);
});

test("a 503 with Retry-After is retried as told, whole body included", async (t) => {
  const { baseUrl, received } = await answeringServer(t, busy({ "retry-after": "3" }), verified);
  const clock = fakeClock(0.5);
  const { match } = await new Selfsame({ apiKey: "k", baseUrl, clock }).verify(request);
  assert.equal(match, true);
  assert.deepEqual(clock.sleptMs, [3125]);
  assert.equal(received.length, 2);
  assert.match(received[1]?.body ?? "", /a photo/);
  assert.equal(withoutBoundary(received[1]?.body), withoutBoundary(received[0]?.body));
});

test("a Retry-After that is a date is understood", async (t) => {
  const clock = fakeClock(0);
  const date = new Date(clock.now() + 5000).toUTCString();
  const { baseUrl } = await answeringServer(t, busy({ "retry-after": date }), verified);
  await new Selfsame({ apiKey: "k", baseUrl, clock }).verify(request);
  assert.deepEqual(clock.sleptMs, [5000]);
});

test("without Retry-After the waits grow, with jitter", async (t) => {
  const { baseUrl } = await answeringServer(t, busy(), busy(), busy(), verified);
  const clock = fakeClock(0.5);
  await new Selfsame({ apiKey: "k", baseUrl, clock, maxRetries: 3 }).verify(request);
  assert.deepEqual(clock.sleptMs, [187.5, 375, 750]);
});

test("after the last retry the error comes through", async (t) => {
  const { baseUrl, received } = await answeringServer(t, busy());
  const error = await caught(new Selfsame({ apiKey: "k", baseUrl, clock: fakeClock() }).verify(request));
  assert.ok(error instanceof ApiError);
  assert.deepEqual([error.code, error.status, error.retryable], ["engine_busy", 503, true]);
  assert.equal(received.length, 3);
});

test("a wait of over a minute is left to the caller", async (t) => {
  const { baseUrl, received } = await answeringServer(t, busy({ "retry-after": "61" }));
  const error = await caught(new Selfsame({ apiKey: "k", baseUrl, clock: fakeClock() }).verify(request));
  assert.equal((error as ApiError).retryAfterMs, 61_000);
  assert.equal(received.length, 1);
});

test("a 422 is never retried, whatever its headers say", async (t) => {
  const { baseUrl, received } = await answeringServer(
    t,
    refused(422, { code: "no_face", param: "selfie" }, { "retry-after": "1" }),
  );
  const error = await caught(new Selfsame({ apiKey: "k", baseUrl, clock: fakeClock(), maxRetries: 9 }).verify(request));
  assert.ok(error instanceof ApiError && error instanceof SelfsameError && error instanceof Error);
  assert.deepEqual([error.name, error.code, error.param, error.hint], ["ApiError", "no_face", "selfie", "Do this."]);
  assert.equal(error.message, "selfie: No. Do this.");
  assert.deepEqual([error.requestId, error.docs], ["r-1", "http://a/docs/guide/errors#x"]);
  assert.equal(received.length, 1);
});

test("a passed limit is told in numbers", async (t) => {
  const { baseUrl } = await answeringServer(t, refused(413, { code: "file_too_large", limit: 5, actual: 6 }));
  const error = (await caught(new Selfsame({ apiKey: "k", baseUrl }).verify(request))) as ApiError;
  assert.deepEqual([error.limit, error.actual], [5, 6]);
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

test("an answer that is not the service's is a ResponseError, retried only for gateways", async (t) => {
  const page = { headers: { "content-type": "text/html" }, body: "<h1>Bad gateway</h1>" };
  const { baseUrl } = await answeringServer(t, { status: 502, ...page }, verified);
  await new Selfsame({ apiKey: "k", baseUrl, clock: fakeClock() }).verify(request);
  const other = await answeringServer(t, { status: 404, ...page });
  const error = await caught(new Selfsame({ apiKey: "k", baseUrl: other.baseUrl }).verify(request));
  assert.ok(error instanceof ResponseError);
  assert.equal(error.status, 404);
  assert.equal(other.received.length, 1);
});

test("the key is sent to no other address: a redirect is an error", async (t) => {
  const other = await answeringServer(t, verified);
  const { baseUrl } = await answeringServer(t, { status: 307, headers: { location: `${other.baseUrl}/x` }, body: "" });
  const error = await caught(new Selfsame({ apiKey: "k", baseUrl, clock: fakeClock() }).verify(request));
  assert.ok(error instanceof NetworkError);
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

test("the deadline is that of the whole call: who would have to wait beyond it is told at once", async (t) => {
  const { baseUrl, received } = await answeringServer(t, busy({ "retry-after": "20" }));
  const clock = fakeClock(0);
  const error = await caught(new Selfsame({ apiKey: "k", baseUrl, clock, maxRetries: 9 }).verify(request));
  assert.ok(error instanceof ApiError);
  assert.deepEqual(clock.sleptMs, [20_000]);
  assert.equal(received.length, 2);
});

test("an attempt after a wait has what is left of the deadline", async (t) => {
  const { baseUrl } = await answeringServer(t, busy(), "hang");
  const error = await caught(
    new Selfsame({ apiKey: "k", baseUrl, timeoutMs: 500, clock: fakeClock() }).verify(request),
  );
  assert.ok(error instanceof TimeoutError);
  assert.equal(error.timeoutMs, 500);
});

test("a token that is null is none; requireChallenge asks for one in every verify, unless one says otherwise", async (t) => {
  const { baseUrl, received } = await answeringServer(t, verified);
  const selfsame = new Selfsame({ apiKey: "k", baseUrl, requireChallenge: true });
  await selfsame.verify({ ...request, challenge_token: null });
  await selfsame.verify({ ...request, require_challenge: false });
  assert.doesNotMatch(received[0]?.body ?? "", /challenge_token/);
  assert.match(received[0]?.body ?? "", /name="require_challenge"\r\n\r\ntrue\r/);
  assert.match(received[1]?.body ?? "", /name="require_challenge"\r\n\r\nfalse\r/);
});
