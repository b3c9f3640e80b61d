import assert from "node:assert/strict";
import { test } from "node:test";
import { eraseKey } from "../../features/retention/erasures.ts";
import { usedSince } from "../../accounts/usage/report.ts";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { bodyOf, failureOf, send } from "../../../testing/service/request.ts";
import { formOf, startSessionService } from "../../../testing/sessions/sessions.ts";
import { simulatedEnds } from "../../features/sessions/attempts/simulate.ts";
import { startReceiver } from "@selfsame/platform/testing/receiver";
import { until } from "@selfsame/platform/testing/until";

const [amal, bea] = await Promise.all([portrait("amal"), portrait("bea")]);

const never = async (): Promise<never> => {
  throw new Error("a photo was analyzed");
};

test("a test session ends as chosen and sends events; nothing is analyzed or counted for the month", async (t) => {
  const plan = { requestsPerMinute: null, requestsPerMonth: 1, concurrentRequests: null };
  const service = await startSessionService(t, { plan });
  const { makeKey, create, ask, visit } = service;
  const { secret: key } = await makeKey({ kind: "test" });
  assert.match(key, /^ss_tk_/);
  const isFailed = (end: string) => !["verified", "expired", "cancelled"].includes(end);
  for (const simulate of simulatedEnds) {
    const made = await create({ simulate, external_id: simulate, metadata: { a: "b" } }, key);
    assert.deepEqual(
      [made.status, made.session.test, made.session.status, made.body.meta.test],
      [201, true, "open", true],
    );
    const ended = await until(async () => {
      const { data } = (await ask("GET", `/sessions/${made.session.id}`, undefined, key)).body;
      return data.ended_at !== null && data;
    });
    assert.equal(ended.status, isFailed(simulate) ? "failed" : simulate);
    if (isFailed(simulate)) assert.deepEqual([ended.result.reasons, ended.attempts], [[simulate], 3]);
    assert.equal((await visit(made.secret).state()).body.data.test, true);
  }
  const { events } = (await ask("GET", "/events?limit=100", undefined, key)).body.data;
  assert.deepEqual(
    events.map(({ type }: { readonly type: string }) => type).toReversed(),
    simulatedEnds.flatMap((end) => ["session.started", `session.${isFailed(end) ? "failed" : end}`]),
  );
  assert.ok(events.every(({ data }: { data: { test: boolean } }) => data.test));
  // The month's only request is unused.
  assert.equal((await ask("GET", "/sessions")).status, 200);
});

test("without an end chosen it waits for the page, which needs no camera", async (t) => {
  const { makeKey, create, ask, visit } = await startSessionService(t);
  const { secret: key } = await makeKey({ kind: "test" });
  const { secret, session } = await create(formOf({ reference: amal, attempts: "2" }), key);
  const page = visit(secret);
  assert.deepEqual((await page.start()).body.data, { challenge: null, attempts_left: 2 });
  assert.equal((await page.complete({ simulate: "perhaps" })).body.error.param, "simulate");
  assert.equal((await page.complete({ simulate: "no_match" })).body.data.outcome, "try_again");
  assert.equal((await page.complete({})).body.data.outcome, "done");
  const { data } = (await ask("GET", `/sessions/${session.id}`, undefined, key)).body;
  assert.deepEqual([data.status, data.result.match, data.result.challenge], ["verified", true, "passed"]);
});

test("test and live requests do not share an Idempotency-Key, so no live user gets a simulated session", async (t) => {
  const { makeKey, ask, apiKey } = await startSessionService(t);
  const { secret: testKey } = await makeKey({ kind: "test" });
  const made = [];
  for (const key of [testKey, apiKey, testKey, apiKey]) {
    made.push((await ask("POST", "/sessions", { attempts: 1 }, key, { "idempotency-key": "signup-1207" })).body.data);
  }
  assert.deepEqual(
    made.map(({ test: isTest }) => isTest),
    [true, false, true, false],
  );
  const [first, second, third, fourth] = made.map(({ id }) => id);
  assert.deepEqual([third, fourth], [first, second]);
});

test("test keys have sessions, events and endpoints of their own, of which live keys see nothing, nor they of theirs", async (t) => {
  const { makeKey, create, ask, read, apiKey } = await startSessionService(t);
  const { secret: testKey } = await makeKey({ kind: "test" });
  const [live, tried] = [await create({ external_id: "c-1" }), await create({ external_id: "c-1" }, testKey)];
  const receivers = [await startReceiver(t), await startReceiver(t)] as const;
  const listen = async (key: string, url: string) => (await ask("POST", "/webhook_endpoints", { url }, key)).body.data;
  const endpoints = [await listen(apiKey, receivers[0].url), await listen(testKey, receivers[1].url)] as const;
  assert.deepEqual(
    endpoints.map(({ test: isTest }) => isTest),
    [false, true],
  );
  const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
  for (const [key, own, other, endpoint, foreign] of [
    [apiKey, live, tried, ...endpoints],
    [testKey, tried, live, endpoints[1], endpoints[0]],
  ] as const) {
    const listed = (await ask("GET", "/sessions?external_id=c-1", undefined, key)).body.data.sessions;
    assert.deepEqual(ids(listed), [own.session.id]);
    for (const [method, path] of [
      ["GET", ""],
      ["POST", "/cancel"],
    ] as const) {
      const answer = await ask(method, `/sessions/${other.session.id}${path}`, undefined, key);
      assert.equal(answer.body.error.code, "session_not_found", path);
    }
    assert.deepEqual(ids((await ask("GET", "/webhook_endpoints", undefined, key)).body.data.endpoints), [endpoint.id]);
    for (const [method, path] of [
      ["GET", ""],
      ["DELETE", ""],
      ["POST", "/rotate"],
      ["POST", "/enable"],
      ["POST", "/test"],
      ["GET", "/deliveries"],
      ["POST", "/deliveries/wd_1/resend"],
    ] as const) {
      const answer = await ask(method, `/webhook_endpoints/${foreign.id}${path}`, undefined, key);
      assert.equal(answer.status, 404, `${method} ${path}`);
    }
  }
  for (const [method, path] of [
    ["GET", ""],
    ["GET", "/bt_1"],
    ["DELETE", "/bt_1"],
    ["GET", "/bt_1/results"],
    ["POST", "/bt_1/cancel"],
  ] as const) {
    assert.equal((await ask(method, `/batches${path}`, undefined, testKey)).body.error.code, "live_key_required");
  }
  await ask("POST", `/sessions/${live.session.id}/cancel`);
  await ask("POST", `/sessions/${tried.session.id}/cancel`, undefined, testKey);
  assert.equal((await read(live.session.id)).status, "cancelled");
  await until(() => receivers.every(({ received }) => received.length > 0));
  const delivered = receivers.map(({ received }) => received.map(({ body }) => JSON.parse(body).data.id));
  assert.deepEqual(delivered, [[live.session.id], [tried.session.id]]);
  const events = async (key: string) => (await ask("GET", "/events", undefined, key)).body.data.events;
  const listed = [...(await events(apiKey)), ...(await events(testKey))].map(({ data }) => data.id);
  assert.deepEqual(listed, [live.session.id, tried.session.id]);
});

test("a verify answers what is chosen, of photos that are checked as files only", async (t) => {
  const { scriptedEngine } = await import("@selfsame/photo/testing/engine/scripted-engine");
  const service = await startSessionService(t, { engine: scriptedEngine({ analyze: never }) });
  const { secret } = await service.makeKey({ kind: "test" });
  const init = { headers: { authorization: `Bearer ${secret}` } };
  const verify = (more: Record<string, string | Uint8Array> = {}) =>
    send(service, { photos: { reference: amal, selfie: bea, ...more }, init });
  type Verified = { readonly match: boolean; readonly decision: string };
  const resultOf = async (more: Record<string, string>) => {
    const { data, meta } = await bodyOf<Verified>(await verify(more));
    return [data.match, data.decision, meta.test];
  };
  assert.deepEqual(await resultOf({}), [true, "accept", true]);
  assert.deepEqual(await resultOf({ simulate: "no_match" }), [false, "reject", true]);
  assert.equal((await failureOf(await verify({ simulate: "no_face" }))).error.code, "no_face");
  assert.equal((await failureOf(await verify({ simulate: "x" }))).error.param, "simulate");
  assert.equal((await failureOf(await verify({ selfie: "not a photo" }))).error.code, "unsupported_image_format");
  const live = await send(service, { photos: { reference: amal, selfie: bea, simulate: "match" } });
  assert.equal((await failureOf(live)).error.param, "simulate");
});

test("endpoints that analyze photos without a simulation reject a test key, in both versions", async (t) => {
  const service = await startSessionService(t);
  const { secret } = await service.makeKey({ kind: "test" });
  const init = { headers: { authorization: `Bearer ${secret}` } };
  const analyze = await send(service, { path: "/api/v3/analyze", photos: { photo: amal }, init });
  assert.deepEqual([analyze.status, (await failureOf(analyze)).error.code], [403, "live_key_required"]);
  const batch = await send(service, { path: "/api/v3/batches", init: { ...init, body: "{}" } });
  assert.equal((await failureOf(batch)).error.code, "live_key_required");
  const v2 = await send(service, { path: "/api/v2/verify", photos: { image1: amal }, init });
  assert.equal(v2.status, 403);
});

test("a test key that is deleted leaves nothing that counts for the month", async (t) => {
  const { makeKey, create, store } = await startSessionService(t);
  const { secret } = await makeKey({ kind: "test" });
  await create({}, secret);
  const key = await store.db.selectFrom("api_keys").selectAll().where("test", "=", 1).executeTakeFirstOrThrow();
  const used = () => usedSince(store, { column: "account_id", ids: [key.account_id] }, 0);
  assert.equal(await used(), 0);
  const by = { actor: key.account_id, address: "127.0.0.1" };
  await eraseKey({ store, now: Date.now, changed: () => {} }, by, key.account_id, key.id);
  assert.equal(await used(), 0);
});
