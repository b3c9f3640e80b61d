import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { commandLine } from "@selfsame/platform/audit/audit";
import { renewLink } from "../../../../features/sessions/renew-link.ts";
import { scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { pageOrigin } from "../../../../../testing/service/service.ts";
import { startPhotoHost } from "../../../../../testing/photo-host.ts";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { formOf, startSessionService } from "../../../../../testing/sessions/sessions.ts";
import { until } from "@selfsame/platform/testing/until";

/** Photos of two people, as PNG and JPEG, and one without a face. */
const [amal, bea, wall] = await Promise.all([portrait("amal"), portrait("bea"), portrait("wall")]);

const selfieOnly = (more: Readonly<Record<string, string>> = {}) =>
  formOf({ reference: amal, challenge: "off", ...more });

test("a new link continues the session; the one before, its page and its stream end, and a replay has the new one", async (t) => {
  const { visit, ask, sessions, store, url, apiKey } = await startSessionService(t);
  const key = { "idempotency-key": "order-9" };
  const made = await ask("POST", "/sessions", selfieOnly(), apiKey, key);
  const secretOf = (link: string) => link.split("#")[1] ?? "";
  const page = visit(secretOf(made.body.data.url));
  await page.start();
  await page.complete({ selfie: bea });
  const stream = await fetch(`${url}/api/v3/session/events`, { headers: page.headers });
  const { id } = made.body.data;
  const accountId = (await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow()).id;
  const renewed = await renewLink(sessions, accountId, id, commandLine);
  assert.ok(renewed.outcome === "renewed");
  assert.equal((await page.state()).body.error.code, "session_link_invalid");
  assert.equal((await page.complete({ selfie: amal })).body.error.code, "session_link_invalid");
  // The old link's stream ends, with no state after the initial one.
  assert.equal((await stream.text()).match(/event: state/g)?.length, 1);
  const replay = await ask("POST", "/sessions", selfieOnly(), apiKey, key);
  assert.equal(secretOf(replay.body.data.url), renewed.secret);
  const next = visit(renewed.secret);
  assert.deepEqual((await next.state()).body.data.attempts_left, 2);
  await next.start();
  assert.equal((await next.complete({ selfie: amal })).body.data.outcome, "done");
});

test("a session: created, opened, started, verified, reported by event", async (t) => {
  const { create, read, visit, eventTypes } = await startSessionService(t);
  const settings = { external_id: "customer-7", metadata: '{"plan":"family"}', return_url: `${pageOrigin}/in?a=1` };
  const made = await create(selfieOnly(settings));
  assert.equal(made.status, 201);
  const { session } = made;
  assert.match(session.url, /^https:\/\/face\.example\.com\/verify#[\w-]{65}$/);
  assert.equal(session.url.split("#")[1].slice(0, 22), session.id.slice(3));
  assert.deepEqual(
    [session.status, session.external_id, session.metadata, session.attempts_allowed, session.test],
    ["open", "customer-7", { plan: "family" }, 3, false],
  );
  assert.deepEqual(session.references, [{ used: true, faces: 1, quality: { score: 0.88, issues: [] } }]);

  const page = visit(made.secret);
  const { data } = (await page.state()).body;
  assert.deepEqual(
    [data.status, data.here, data.end, data.attempts_left, data.return_url, data.purpose.name, data.challenge],
    ["open", null, null, 3, `${pageOrigin}/in?a=1&session=${session.id}`, "Example Shop", "off"],
  );
  assert.deepEqual((await page.start()).body.data, { challenge: null, attempts_left: 3 });
  assert.deepEqual((await page.state()).body.data.consent, {
    version: "2026-11",
    given: true,
    can_withdraw: true,
    own: null,
  });
  const once = await page.complete({ selfie: bea });
  assert.deepEqual(once.body.data, { outcome: "try_again", because: null, attempts_left: 2 });
  assert.equal((await read(session.id)).attempts, 1);
  const done = await page.complete({ selfie: amal });
  assert.deepEqual(done.body.data, { outcome: "done", because: null, attempts_left: 1 });

  const ended = await read(session.id);
  assert.deepEqual([ended.status, ended.attempts], ["verified", 2]);
  assert.deepEqual(ended.result, {
    match: true,
    similarity: 1,
    threshold: 0.6,
    false_match_rate: 1e-7,
    challenge: null,
    challenge_details: null,
    light: null,
    passive_liveness: null,
    reasons: [],
    model: "m-1",
    reviewed_by: null,
    review_reason: null,
  });
  assert.equal(ended.consent.version, "2026-11");
  assert.ok(ended.opened_at <= ended.consent.at && ended.consent.at <= ended.ended_at);
  assert.deepEqual(await eventTypes(), ["session.started", "session.verified"]);
  const after = (await page.state()).body.data;
  assert.deepEqual([after.status, after.end], ["ended", "done"]);
  assert.equal((await page.complete({ selfie: amal })).body.error.code, "session_ended");
});

test("attempts used up: failed, with the reasons of the last one", async (t) => {
  const { create, read, visit, eventTypes } = await startSessionService(t);
  const { secret, session } = await create(selfieOnly({ attempts: "2" }));
  const page = visit(secret);
  await page.start();
  const first = await page.complete({ selfie: wall });
  assert.deepEqual(first.body.data, { outcome: "try_again", because: "no_face", attempts_left: 1 });
  const last = await page.complete({ selfie: bea });
  assert.deepEqual(last.body.data, { outcome: "not_confirmed", because: null, attempts_left: 0 });
  const { status, result } = await read(session.id);
  assert.deepEqual([status, result.match, result.similarity, result.reasons], ["failed", false, null, ["no_match"]]);
  assert.deepEqual(await eventTypes(), ["session.started", "session.failed"]);
  assert.equal((await page.state()).body.data.end, "not_confirmed");
});

test("an unreadable photo is no attempt; neither is one before the start, or from another device", async (t) => {
  const { create, read, visit } = await startSessionService(t);
  const { secret, session } = await create(selfieOnly());
  const phone = visit(secret);
  assert.equal((await phone.complete({ selfie: amal })).body.error.code, "session_not_started");
  await phone.start();
  const laptop = visit(secret);
  assert.equal((await laptop.state()).body.data.here, false);
  assert.equal((await laptop.complete({ selfie: amal })).body.error.code, "session_elsewhere");
  assert.equal((await phone.complete({ selfie: amal.subarray(0, 900) })).body.error.code, "image_unreadable");
  assert.equal((await phone.complete({})).status, 400);
  assert.equal((await phone.complete({ selfie: amal, simulate: "verified" })).body.error.param, "simulate");
  assert.equal((await read(session.id)).attempts, 0);

  await laptop.start("2027-01");
  assert.deepEqual([(await laptop.state()).body.data.here, (await phone.state()).body.data.here], [true, false]);
  assert.equal((await phone.complete({ selfie: amal })).body.error.code, "session_elsewhere");
  assert.equal((await laptop.complete({ selfie: amal })).body.data.outcome, "done");
  // The first consent stays.
  assert.equal((await read(session.id)).consent.version, "2026-11");
});

test("without a body, a session with the defaults is created; a start without consent is rejected", async (t) => {
  const { ask, read, visit } = await startSessionService(t);
  const { status, body } = await ask("POST", "/sessions");
  assert.deepEqual([status, body.data?.metadata, body.data?.attempts_allowed], [201, {}, 3]);
  const page = visit(body.data.url.split("#")[1]);
  const refused = await page.start(null);
  assert.deepEqual([refused.status, refused.body.error?.param], [400, "consent_version"]);
  assert.equal((await read(body.data.id)).status, "open");
});

test("several at once: one attempt counts", async (t) => {
  const { create, read, visit } = await startSessionService(t);
  const { secret, session } = await create(selfieOnly({ attempts: "5" }));
  const page = visit(secret);
  await page.start();
  const answers = await Promise.all(Array.from({ length: 4 }, () => page.complete({ selfie: bea })));
  const accepted = answers.filter(({ status }) => status === 200).length;
  assert.ok(accepted >= 1);
  assert.equal((await read(session.id)).attempts, accepted);
});

test("expired: on the page, by the API, with one event", async (t) => {
  let aheadMs = 0;
  const { create, read, visit, eventTypes, ask } = await startSessionService(t, {
    sessionNow: () => Date.now() + aheadMs,
  });
  const { secret, session } = await create(selfieOnly({ expires_in_s: "60" }));
  const page = visit(secret);
  await page.start();
  aheadMs = 60_001;
  assert.equal((await page.complete({ selfie: amal })).body.error.code, "session_ended");
  assert.equal((await page.state()).body.data.end, "expired");
  assert.deepEqual([(await read(session.id)).status, (await read(session.id)).result], ["expired", null]);
  assert.equal((await ask("POST", `/sessions/${session.id}/cancel`)).body.error.code, "session_ended");
  assert.deepEqual(await eventTypes(), ["session.started", "session.expired"]);
});

test("cancelled: once, and the page says so", async (t) => {
  const { create, visit, ask, eventTypes } = await startSessionService(t);
  const { secret, session } = await create(selfieOnly());
  const cancel = () => ask("POST", `/sessions/${session.id}/cancel`);
  assert.equal((await cancel()).body.data.status, "cancelled");
  assert.equal((await cancel()).body.error.code, "session_ended");
  assert.equal((await visit(secret).state()).body.data.end, "cancelled");
  assert.equal((await visit(secret).start()).body.error.code, "session_ended");
  assert.deepEqual(await eventTypes(), ["session.cancelled"]);
  assert.equal((await ask("POST", "/sessions/vs_nobody/cancel")).body.error.code, "session_not_found");
});

test("references: several averaged, by address, none at all; what cannot be", async (t) => {
  const { create, ask, url } = await startSessionService(t);
  const heic = Buffer.from("\0\0\0\x14ftypheic\0\0\0\0heic", "latin1");
  const host = await startPhotoHost(t, { amal, wall, heic });
  const several = await create(formOf({ reference: [amal, wall], challenge: "off" }));
  assert.deepEqual(
    several.session.references.map(({ used }: { used: boolean }) => used),
    [true, false],
  );
  assert.equal((await create({ reference_url: host.url("amal"), challenge: "off" })).status, 201);
  assert.equal((await create()).status, 201);
  const refused = async (settings: object | FormData) => {
    const { error } = (await create(settings)).body;
    return [error.code, error.param];
  };
  assert.deepEqual(await refused(formOf({ reference: wall })), ["no_face", "reference"]);
  assert.deepEqual(await refused({ reference_url: host.url("nowhere") }), ["download_failed", "reference_url"]);
  for (const [sent, param] of [
    [{ reference_url: host.url("heic") }, "reference_url"],
    [formOf({ reference: heic }), "reference"],
  ] as const) {
    assert.deepEqual(await refused(sent), ["unsupported_image_format", param]);
    assert.match((await create(sent)).body.error.message, /It is HEIC/);
  }
  assert.deepEqual(await refused({ challenge: "off" }), ["missing_file", "reference"]);
  assert.deepEqual(await refused(formOf({ reference: amal, reference_url: "https://a.example/b" })), [
    "unexpected_field",
    "reference_url",
  ]);
  assert.deepEqual(await refused(formOf({ reference: Array.from({ length: 6 }, () => amal) })), [
    "unexpected_field",
    "reference",
  ]);
  for (const [param, value] of Object.entries({
    challenge: "perhaps",
    return_url: "https://elsewhere.example/",
    external_id: "x".repeat(129),
    metadata: { a: "x".repeat(2048) },
    locale: "not a language",
    expires_in_s: 59,
    attempts: 6,
    threshold: 1.1,
    simulate: "verified",
    colour: "red",
  })) {
    assert.deepEqual(await refused({ [param]: value }), ["invalid_parameter", param], param);
  }
  assert.deepEqual(await refused({ return_url: `http://${new URL(pageOrigin).host}/` }), [
    "invalid_parameter",
    "return_url",
  ]);
  const text = await fetch(`${url}/api/v3/sessions`, {
    method: "POST",
    body: "x",
    headers: { authorization: "Bearer x" },
  });
  assert.equal(text.status, 401);
  assert.equal((await ask("GET", "/sessions?status=lost")).body.error.param, "status");
});

test("an Idempotency-Key: the same link again, another body refused", async (t) => {
  const { ask, store } = await startSessionService(t);
  const key = { "idempotency-key": "order-7" };
  const send = (form: FormData) => ask("POST", "/sessions", form, undefined, key);
  const [first, again] = [await send(selfieOnly()), await send(selfieOnly())];
  assert.deepEqual(again.body.data, first.body.data);
  assert.equal((await send(selfieOnly({ attempts: "1" }))).body.error.code, "idempotency_conflict");
  const { answer } = await store.db.selectFrom("idempotency_keys").select("answer").executeTakeFirstOrThrow();
  assert.ok(!answer?.includes("#"));
});

test("an Idempotency-Key that another node takes over, its clock being ahead, makes one session", async (t) => {
  const engine = scriptedEngine();
  const [began, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isFirst = true;
  const analyze: typeof engine.analyze = async (...photo) => {
    if (isFirst) {
      isFirst = false;
      began.resolve();
      await opened.promise;
    }
    return engine.analyze(...photo);
  };
  const { ask, store } = await startSessionService(t, { engine: { ...engine, analyze } });
  const send = () => ask("POST", "/sessions", selfieOnly(), undefined, { "idempotency-key": "order-7" });
  const slow = send();
  await began.promise;
  await store.db
    .updateTable("idempotency_keys")
    .set({ created_at_ms: Date.now() - 180_000 })
    .execute();
  const made = await send();
  opened.resolve();
  assert.deepEqual([made.status, (await slow).body.error?.code], [201, "idempotency_in_progress"]);
  assert.equal((await send()).body.data.id, made.body.data.id);
  assert.equal((await store.db.selectFrom("verification_sessions").select("id").execute()).length, 1);
});

test("the list: newest first, by status, by external id, by time, in pages", async (t) => {
  const { create, ask } = await startSessionService(t);
  const ids: string[] = [];
  for (const external_id of ["a", "b", "a"]) ids.unshift((await create({ external_id })).session.id);
  const list = async (query: string) => {
    const { sessions, next_cursor } = (await ask("GET", `/sessions?${query}`)).body.data;
    return { ids: sessions.map(({ id }: { id: string }) => id), next_cursor };
  };
  const first = await list("limit=2");
  const second = await list(`limit=2&cursor=${first.next_cursor}`);
  assert.deepEqual(new Set([...first.ids, ...second.ids]), new Set(ids));
  assert.equal(second.next_cursor, null);
  assert.equal((await list("external_id=a")).ids.length, 2);
  await ask("POST", `/sessions/${ids[0]}/cancel`);
  assert.deepEqual((await list("status=cancelled")).ids, [ids[0]]);
  assert.deepEqual((await list(`created_after=${encodeURIComponent("2999-01-01T00:00:00Z")}`)).ids, []);
});

test("wrong secrets are refused, and slowed down by network; the right one still opens", async (t) => {
  const { create, visit } = await startSessionService(t);
  const { secret } = await create();
  const wrong = secret.slice(0, -1) + (secret.endsWith("A") ? "B" : "A");
  const answers: string[] = [];
  for (let i = 0; i < 22; i++) {
    const answer = await visit(i % 2 === 0 ? wrong : "nonsense").state();
    answers.push(answer.body.error.code);
    if (answer.status === 429) assert.ok(Number(answer.headers.get("retry-after")) > 0);
  }
  assert.deepEqual(answers, [...Array(20).fill("session_link_invalid"), "rate_limited", "rate_limited"]);
  assert.equal((await visit(secret).state()).status, 200);
});

test("an attempt counts as a verify does; other requests of the page cost the account nothing", async (t) => {
  const plan = { requestsPerMinute: null, requestsPerMonth: 3, concurrentRequests: null };
  const { create, visit, store } = await startSessionService(t, { plan });
  const { secret } = await create(selfieOnly());
  const page = visit(secret);
  await page.state();
  await page.start();
  const answer = await page.complete({ selfie: bea });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("ratelimit"), null);
  await page.complete({ selfie: bea });
  assert.equal((await page.complete({ selfie: bea })).body.error.code, "quota_exceeded");
  const usage = await store.db
    .selectFrom("usage")
    .select(["endpoint", "outcome", "count"])
    .orderBy("outcome")
    .execute();
  assert.deepEqual(
    usage.map(({ endpoint, outcome, count }) => `${endpoint} ${outcome} ${count}`),
    ["v3.create_session open 1", "v3.complete_session quota_exceeded 1", "v3.complete_session try_again 2"],
  );
});

test("an engine without room takes no attempt", async (t) => {
  const { EngineUnavailable } = await import("@selfsame/photo/engine/engine");
  const scripted = scriptedEngine();
  let busy = false;
  const engine = scriptedEngine({
    analyze: async (...asked) => {
      if (busy) throw new EngineUnavailable("busy");
      return scripted.analyze(...asked);
    },
  });
  const { create, read, visit } = await startSessionService(t, { engine });
  const { secret, session } = await create(selfieOnly());
  const page = visit(secret);
  await page.start();
  busy = true;
  assert.equal((await page.complete({ selfie: amal })).body.error.code, "engine_busy");
  assert.equal((await read(session.id)).attempts, 0);
  busy = false;
  assert.equal((await page.complete({ selfie: amal })).body.data.outcome, "done");
});

test("an attempt that was judged after the session's end does not count", async (t) => {
  let aheadMs = 0;
  const scripted = scriptedEngine();
  let late = false;
  const engine = scriptedEngine({
    analyze: async (...asked) => {
      if (late) aheadMs = 60_001;
      return scripted.analyze(...asked);
    },
  });
  const sessionNow = () => Date.now() + aheadMs;
  const { create, read, visit } = await startSessionService(t, { engine, sessionNow });
  const { secret, session } = await create(selfieOnly({ expires_in_s: "60" }));
  const page = visit(secret);
  await page.start();
  late = true;
  assert.equal((await page.complete({ selfie: amal })).body.error.code, "session_ended");
  const { attempts, status, result } = await read(session.id);
  assert.deepEqual([attempts, status, result], [0, "expired", null]);
});

test("a full disk: no work begins, no attempt is counted, and the session can still be read", async (t) => {
  let full = false;
  const scripted = scriptedEngine();
  const analyze = t.mock.fn<typeof scripted.analyze>((...asked) => scripted.analyze(...asked));
  const options = { engine: scriptedEngine({ analyze }), disk: { isFull: async () => full } };
  const { create, read, visit } = await startSessionService(t, options);
  const { secret, session } = await create(selfieOnly());
  const before = analyze.mock.callCount();
  const page = visit(secret);
  full = true;
  const refused = await page.start();
  assert.deepEqual([refused.status, refused.body.error.code], [503, "storage_full"]);
  assert.equal(refused.headers.get("retry-after"), "60");
  assert.equal((await page.state()).body.data.status, "open");
  full = false;
  await page.start();
  full = true;
  assert.equal((await page.complete({ selfie: amal })).body.error.code, "storage_full");
  assert.equal(analyze.mock.callCount(), before);
  assert.equal((await visit("nonsense").start()).body.error.code, "session_link_invalid");
  full = false;
  assert.equal((await read(session.id)).attempts, 0);
  assert.equal((await page.complete({ selfie: amal })).body.data.outcome, "done");
});

test("a HEAD request ends the stream at once, which would poll the session for a quarter of an hour", async (t) => {
  const { create, url, visit } = await startSessionService(t);
  const { secret } = await create();
  const made = t.mock.method(Readable, "from");
  const { headers } = visit(secret);
  const { status } = await fetch(`${url}/api/v3/session/events`, { method: "HEAD", headers });
  const streams = made.mock.calls.map(({ result }) => result?.destroyed);
  assert.deepEqual([status, streams], [200, [true]]);
});

test("ten clients may follow a session; the next gets a retry time, and a place once one disconnects", async (t) => {
  const { create, url, visit } = await startSessionService(t);
  const [one, other] = [await create(), await create()];
  const follow = (secret: string, init: RequestInit = {}) =>
    fetch(`${url}/api/v3/session/events`, { headers: visit(secret).headers, ...init });
  for (let i = 0; i < 12; i++) await follow(one.secret, { method: "HEAD" });
  const first = new AbortController();
  const followed = [await follow(one.secret, { signal: first.signal })];
  for (let i = 0; i < 9; i++) followed.push(await follow(one.secret));
  assert.deepEqual(new Set(followed.map(({ status }) => status)), new Set([200]));
  const refused = await follow(one.secret);
  // oxlint-disable-next-line typescript/no-explicit-any
  const { error }: any = await refused.json();
  assert.deepEqual([refused.status, error.code, refused.headers.get("retry-after")], [429, "rate_limited", "15"]);
  assert.equal((await follow(other.secret)).status, 200);
  first.abort();
  await until(async () => (await follow(one.secret)).status === 200);
});

test("followed live: every state until the end, from whatever device", async (t) => {
  const { create, visit, url } = await startSessionService(t);
  const { secret } = await create(selfieOnly());
  const laptop = visit(secret);
  const phone = visit(secret);
  const stream = await fetch(`${url}/api/v3/session/events`, { headers: laptop.headers });
  assert.match(stream.headers.get("content-type") ?? "", /^text\/event-stream/);
  assert.equal(stream.headers.get("x-accel-buffering"), "no", "or nginx would hold the events");
  const states: { status: string; here: boolean | null; end: string | null }[] = [];
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) {
    const messages = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
    rest = messages.pop() ?? "";
    for (const message of messages) {
      const [, data] = /^event: state\ndata: (.*)$/s.exec(message) ?? [];
      if (data === undefined) continue;
      const { status, here, end } = JSON.parse(data);
      states.push({ status, here, end });
      if (states.length === 1) await phone.start();
      if (states.length === 2) await phone.complete({ selfie: amal });
    }
  }
  assert.deepEqual(states, [
    { status: "open", here: null, end: null },
    { status: "started", here: false, end: null },
    { status: "ended", here: false, end: "done" },
  ]);
});
