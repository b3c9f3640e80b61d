import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { commandLine } from "@selfsame/platform/audit/audit";
import { madeKey } from "../../../../../testing/made-key.ts";
import { makeAccount } from "../../../../../testing/make-account.ts";
import { faceRecord } from "../../../../../testing/documents/face-record.ts";
import { scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { until } from "@selfsame/platform/testing/until";
import { formOf, type Parts, startSessionService } from "../../../../../testing/sessions/sessions.ts";

/** Photos of two people, as PNG and as JPEG with two faces, and one without a face. */
const [amal, bea, wall] = await Promise.all([portrait("amal"), portrait("bea"), portrait("wall")]);

async function begin(t: TestContext, options: Parameters<typeof startSessionService>[1] = {}) {
  const service = await startSessionService(t, options);
  const compare = (id: string, parts: Parts, key = service.apiKey, headers = {}) =>
    service.ask("POST", `/sessions/${id}/compare`, formOf(parts), key, headers);
  const capture = async (settings: object = {}) => {
    const { session, secret } = await service.create({ challenge: "off", compare_limit: 2, ...settings });
    const page = service.visit(secret);
    await page.start();
    const { data } = (await page.complete({ selfie: amal })).body;
    return { id: session.id as string, page, result: data };
  };
  return { ...service, compare, capture };
}

test("captured first, compared later: a match ends it at once", async (t) => {
  const { capture, compare, read, eventTypes } = await begin(t);
  const { id, page, result } = await capture();
  assert.deepEqual(result, { outcome: "done", because: null, attempts_left: 2 });
  const captured = await read(id);
  assert.deepEqual(
    [captured.status, captured.compare_limit, captured.compare_within, captured.comparisons, captured.ended_at],
    ["captured", 2, 15, 0, null],
  );
  assert.deepEqual([captured.result.match, captured.result.reasons], [null, []]);
  assert.equal(Date.parse(captured.expires_at) - Date.parse(captured.captured_at), 15 * 60_000);
  const { status, end, compare_within } = (await page.state()).body.data;
  assert.deepEqual([status, end, compare_within], ["ended", "done", 15]);
  assert.equal((await page.complete({ selfie: amal })).body.error.code, "session_ended");
  assert.equal((await page.start()).body.error.code, "session_ended");

  const other = (await compare(id, { reference: bea })).body.data;
  assert.deepEqual(
    [other.match, other.similarity, other.decision, other.reasons, other.comparisons_left, other.session.status],
    [false, null, "reject", ["no_match"], 1, "captured"],
  );
  const same = await compare(id, { reference: [amal, wall] });
  const { data, meta } = same.body;
  assert.deepEqual(
    [data.match, data.similarity, data.decision, data.comparisons_left, data.session.status, meta.model],
    [true, 1, "accept", 0, "verified", "m-1"],
  );
  assert.deepEqual(
    data.references.map(({ used }: { readonly used: boolean }) => used),
    [true, false],
  );
  const ended = await read(id);
  assert.deepEqual([ended.status, ended.comparisons, ended.result.similarity], ["verified", 2, 1]);
  assert.equal((await compare(id, { reference: amal })).body.error.code, "session_ended");
  assert.deepEqual(await eventTypes(), ["session.started", "session.captured", "session.verified"]);
  assert.equal((await page.state()).body.data.end, "done");
});

test("the last comparison without a match fails it; what cannot be compared is none", async (t) => {
  const { capture, compare, read, eventTypes } = await begin(t);
  const { id, page } = await capture({ compare_limit: 1 });
  const code = async (parts: Parts) => (await compare(id, parts)).body.error?.code;
  assert.equal(await code({ reference: wall }), "no_face");
  assert.equal(await code({ reference: amal.subarray(0, 900) }), "image_unreadable");
  assert.equal(await code({ reference: bea, allow_several_faces: "false" }), "several_faces_found");
  assert.equal(await code({ reference: amal, threshold: "2" }), "invalid_parameter");
  assert.equal(await code({ reference: amal, allow_several_faces: "perhaps" }), "invalid_parameter");
  assert.equal(await code({ reference: amal, simulate: "match" }), "invalid_parameter");
  assert.equal(await code({ reference: amal, selfie: amal }), "unexpected_field");
  assert.equal(await code({ reference: Array(6).fill(amal) }), "unexpected_field");
  assert.equal(await code({}), "missing_file");
  assert.equal((await read(id)).comparisons, 0);
  const { data } = (await compare(id, { reference: bea })).body;
  assert.deepEqual([data.match, data.session.status, data.session.result.reasons], [false, "failed", ["no_match"]]);
  // For the person the session is done: the page does not show the verdict.
  assert.equal((await page.state()).body.data.end, "done");
  assert.deepEqual(await eventTypes(), ["session.started", "session.captured", "session.failed"]);
});

test("with a review the last mismatch waits for a person, whose retry is captured and compared again", async (t) => {
  const { capture, compare, read, makeKey, ask, store } = await begin(t);
  const reviewer = await makeKey({ scopes: ["sessions:review"] });
  const { id, page } = await capture({ compare_limit: 1, review: true });
  assert.equal((await compare(id, { reference: bea })).body.data.session.status, "needs_review");
  assert.equal((await compare(id, { reference: amal })).body.error.code, "session_ended");
  const sealed = () => store.db.selectFrom("verification_sessions").select("capture").executeTakeFirstOrThrow();
  assert.equal((await sealed()).capture, null);

  const retry = { decision: "retry", reason: "The passport belongs to another person" };
  assert.equal((await ask("POST", `/sessions/${id}/review`, retry, reviewer.secret)).body.data.status, "open");
  await page.start();
  await page.complete({ selfie: amal });
  assert.deepEqual([(await read(id)).status, (await read(id)).comparisons], ["captured", 0]);
  assert.equal((await compare(id, { reference: amal })).body.data.session.status, "verified");
});

test("the threshold of the comparison counts, then the session's", async (t) => {
  const { capture, compare } = await begin(t);
  const { id } = await capture({ threshold: 0.5, compare_limit: 3 });
  const strict = (await compare(id, { reference: bea, threshold: "0.51" })).body.data;
  assert.deepEqual([strict.match, strict.threshold], [false, 0.51]);
  const own = (await compare(id, { reference: bea })).body.data;
  assert.deepEqual([own.match, own.threshold, own.session.result.threshold], [true, 0.5, 0.5]);
});

test("of more comparisons at once than are left, as many count", async (t) => {
  const { capture, compare, read } = await begin(t);
  const { id } = await capture({ compare_limit: 3 });
  const answers = await Promise.all(Array.from({ length: 6 }, () => compare(id, { reference: bea })));
  const counted = answers.filter(({ status }) => status === 200);
  assert.equal(counted.length, 3);
  assert.deepEqual(new Set(answers.flatMap(({ body }) => body.error?.code ?? [])), new Set(["session_ended"]));
  const left = counted.map(({ body }) => body.data.comparisons_left).toSorted((a, b) => a - b);
  assert.deepEqual(left, [0, 1, 2]);
  assert.deepEqual([(await read(id)).status, (await read(id)).comparisons], ["failed", 3]);
});

test("sent again under one Idempotency-Key it counts once, also after the end", async (t) => {
  const { capture, compare, read, apiKey } = await begin(t);
  const { id } = await capture({ compare_limit: 1 });
  const send = (reference: Uint8Array) => compare(id, { reference }, apiKey, { "idempotency-key": "order-7" });
  const first = await send(amal);
  const again = await send(amal);
  assert.equal(first.status, 200);
  assert.deepEqual([again.status, again.body.data], [200, first.body.data]);
  assert.equal((await send(bea)).body.error.code, "idempotency_conflict");
  assert.equal((await read(id)).comparisons, 1);
});

test("before the capture there is nothing to compare; its time runs from the capture, and it can be cancelled", async (t) => {
  let aheadMs = 0;
  const { create, capture, compare, read, ask, eventTypes } = await begin(t, {
    sessionNow: () => Date.now() + aheadMs,
  });
  const { session } = await create({ compare_limit: 1 });
  assert.equal((await compare(session.id, { reference: amal })).body.error.code, "session_not_captured");
  const plain = await create();
  assert.equal((await compare(plain.session.id, { reference: amal })).body.error.code, "session_not_captured");
  assert.equal((await compare("vs_0000000000000000000000", { reference: amal })).body.error.code, "session_not_found");

  const { id, page } = await capture({ compare_within: 1 });
  aheadMs = 60_001;
  assert.equal((await compare(id, { reference: amal })).body.error.code, "session_ended");
  assert.equal((await read(id)).status, "expired");
  assert.equal((await page.state()).body.data.end, "done");
  assert.deepEqual(await eventTypes(), ["session.started", "session.captured", "session.expired"]);

  const { id: cancelled } = await capture();
  assert.equal((await ask("POST", `/sessions/${cancelled}/cancel`)).body.data.status, "cancelled");
  assert.equal((await compare(cancelled, { reference: amal })).body.error.code, "session_ended");
});

test("settings that do not belong together are rejected", async (t) => {
  const { create } = await begin(t);
  const refused = async (settings: object | FormData) => {
    const { error } = (await create(settings)).body;
    return [error?.code, error?.param];
  };
  for (const compare_limit of [0, 11, 1.5]) {
    assert.deepEqual(await refused({ compare_limit }), ["invalid_parameter", "compare_limit"]);
  }
  for (const compare_within of [0, 61, 1.5]) {
    assert.deepEqual(await refused({ compare_limit: 1, compare_within }), ["invalid_parameter", "compare_within"]);
  }
  assert.deepEqual(await refused({ compare_within: 5 }), ["invalid_parameter", "compare_within"]);
  const withReference = formOf({ reference: amal, compare_limit: "1" });
  assert.deepEqual(await refused(withReference), ["invalid_parameter", "compare_limit"]);
});

test("a key of another account, a test key and one without the scope compare nothing", async (t) => {
  const { capture, compare, makeKey, read, store } = await begin(t);
  const { id } = await capture();
  const { account } = await makeAccount(
    store,
    commandLine,
    { email: "eve@example.com", plan: "unlimited" },
    Date.now(),
  );
  const keys = { store, now: Date.now, changed: () => {} };
  const other = await madeKey(keys, commandLine, account.id, { name: "Eve", kind: "private" });
  const [ofTests, verifies] = [await makeKey({ kind: "test" }), await makeKey({ scopes: ["verify"] })];
  const code = async (key: string) => (await compare(id, { reference: amal }, key)).body.error.code;
  assert.equal(await code(other.secret), "session_not_found");
  assert.equal(await code(ofTests.secret), "session_not_found");
  assert.equal(await code(verifies.secret), "scope_missing");
  assert.equal((await read(id)).comparisons, 0);
});

test("a session whose key or settings require a signed document is compared with no other", async (t) => {
  const { capture, compare, create, makeKey, apiKey, read } = await begin(t);
  const { secret: strict } = await makeKey({ requireSignedDocument: true });
  const code = (made: { readonly body: { readonly error: { readonly code: string } | null } }) => made.body.error?.code;
  const required = "document_signature_required";
  const { id } = await capture({ require_signed_document: true });
  assert.equal(code(await compare(id, { reference: amal })), required);
  const record = { reference_document: faceRecord(bea), document_format: "face_record" };
  assert.equal(code(await compare(id, record)), required);
  assert.equal(code(await compare((await capture()).id, { reference: amal }, strict)), required);
  assert.equal((await read(id)).comparisons, 0);
  assert.equal(code(await compare(id, { reference: amal, require_signed_document: "false" })), undefined);

  const url = { reference_url: "https://photos.test/amal.png", challenge: "off" };
  assert.equal(code(await create(url, strict)), required);
  assert.equal(code(await create({ ...url, require_signed_document: true })), required);
  assert.equal(code(await create(formOf({ reference: amal, challenge: "off" }), strict)), required);
  assert.equal(code(await create(formOf({ ...record, challenge: "off" }), strict)), required);
  assert.equal(code(await create({}, strict)), required, "with nothing to be signed");
  assert.equal(code(await create({ require_signed_document: false }, strict)), undefined);
  assert.equal(code(await create({ require_signed_document: "perhaps" }, apiKey)), "invalid_parameter");
  assert.equal(code(await create({ compare_limit: 1 }, strict)), undefined, "it comes later");
});

test("a test session: captured and compared as was chosen, without an engine", async (t) => {
  const engine = scriptedEngine({ analyze: async () => assert.fail("nothing is analyzed") });
  const { create, visit, compare, ask, makeKey } = await begin(t, { engine });
  const { secret: testKey } = await makeKey({ kind: "test" });
  const { session, secret } = await create({ compare_limit: 2 }, testKey);
  const page = visit(secret);
  await page.start();
  assert.equal((await page.complete({})).body.data.outcome, "done");
  const compared = async (simulate: string) => (await compare(session.id, { reference: amal, simulate }, testKey)).body;
  assert.equal((await compared("several")).error.param, "simulate");
  assert.equal((await compared("no_face")).error.code, "no_face");
  const document = { reference_document: faceRecord(bea), document_format: "face_record", simulate: "no_match" };
  assert.equal((await compare(session.id, { ...document, sod: amal }, testKey)).body.error.param, "sod");
  const onDocument = (await compare(session.id, document, testKey)).body.data;
  assert.deepEqual([onDocument.session.status, onDocument.reference.document.format], ["captured", "face_record"]);
  const { data, meta } = await compared("match");
  assert.deepEqual([data.session.status, data.similarity, meta.test], ["verified", 0.9, true]);
  const status = async (id: string) => (await ask("GET", `/sessions/${id}`, undefined, testKey)).body.data.status;
  assert.equal(await status(session.id), "verified");

  const bySelf = await create({ compare_limit: 1, simulate: "verified" }, testKey);
  await until(async () => (await status(bySelf.session.id)) === "captured");
});
