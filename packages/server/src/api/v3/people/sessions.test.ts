import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import sharp from "sharp";
import { commandLine } from "@selfsame/platform/audit/audit";
import { rotateKey } from "../../../accounts/keys/changes.ts";
import { createKey, type KeyActor } from "../../../accounts/keys/keys.ts";
import { madeKey } from "../../../../testing/made-key.ts";
import { createSession, type NewSession } from "../../../features/sessions/create-session.ts";
import { sessionOf } from "../../../features/sessions/link.ts";
import { openReference } from "../../../features/sessions/reference.ts";
import { settleAttempt } from "../../../features/sessions/attempts/complete-session.ts";
import { reviewSession } from "../../../features/sessions/reviews/review-session.ts";
import { findSession, type SessionRow } from "../../../features/sessions/session.ts";
import { referenceOf } from "@selfsame/photo/verify/references";
import { simulatedResult } from "../../../features/sessions/attempts/simulate.ts";
import type { TimelineEntry } from "../sessions/timeline-schema.ts";
import { type Ask, ownerEmail, startDashboard } from "../../../../testing/dashboard-harness.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";

const live = (accountId: string): NewSession => ({
  accountId,
  keyId: null,
  test: false,
  simulate: undefined,
  reference: undefined,
  model: "m-1",
  challenge: "required",
  passiveLiveness: "off",
  returnUrl: undefined,
  externalId: undefined,
  metadata: {},
  locale: undefined,
  expiresInSeconds: 7200,
  attempts: 3,
  threshold: undefined,
});

const read = async (ask: Ask, id: string, cookie: string) =>
  (await ask(`GET /api/v3/sessions/${id}`, undefined, cookie)).body.data;
const timelineOf = async (ask: Ask, id: string, cookie: string): Promise<TimelineEntry[]> =>
  (await ask(`GET /api/v3/sessions/${id}/timeline`, undefined, cookie)).body.data.entries;

/** A test session that waits for a review, in a team that reviews failed sessions. @returns its id */
async function waitingSession(
  { ask, store, verifications, embeddingModel }: Awaited<ReturnType<typeof startDashboard>>,
  cookie: string,
): Promise<string> {
  const { id } = (await ask("POST /api/v3/sessions?mode=test", {}, cookie)).body.data;
  const session = (await store.db
    .updateTable("verification_sessions")
    .set({ status: "started", device: "phone", attempts: 2 })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst()) as SessionRow;
  const comparison = { model: embeddingModel, threshold: 0.6 };
  const result = simulatedResult({ comparison }, session, "no_face");
  assert.equal((await settleAttempt(verifications, session, { result, because: null })).outcome, "in_review");
  return id;
}

onEachStore("a user of the dashboard: sessions", (kind) => {
  test("a test session is made, found, read with its timeline and cancelled; the funnel counts it", async (t) => {
    const { ask, claim, advance } = await startDashboard(t, kind);
    const cookie = await claim();
    const made = await ask("POST /api/v3/sessions?mode=test", { external_id: "c-1" }, cookie);
    assert.equal(made.status, 201);
    assert.match(made.body.data.url, /\/verify#[\w-]{65}$/);
    const { id, test: isTest, status, external_id, key_id, key_name } = made.body.data;
    assert.deepEqual([isTest, status, external_id, key_id, key_name], [true, "open", "c-1", null, null]);
    advance(1000);
    const second = await ask("POST /api/v3/sessions?mode=test", { simulate: "no_match" }, cookie);
    assert.equal(second.status, 201);

    const list = async (query = "") =>
      (await ask(`GET /api/v3/sessions?mode=test${query}`, undefined, cookie)).body.data;
    const ids = ({ sessions }: { sessions: { id: string }[] }) => sessions.map((one) => one.id);
    assert.deepEqual(ids(await list()), [second.body.data.id, id]);
    assert.deepEqual(ids(await list("&text=c-")), [id]);
    assert.deepEqual(ids(await list(`&text=${id}`)), [id]);
    assert.deepEqual(ids(await list("&sort=created_at")), [id, second.body.data.id]);
    assert.deepEqual(ids(await list("&key_id=key_1")), []);
    assert.deepEqual((await ask("GET /api/v3/sessions?mode=live", undefined, cookie)).body.data.sessions, []);
    const page = await list("&limit=1");
    assert.deepEqual(ids(await list(`&limit=1&cursor=${page.next_cursor}`)), [id]);

    const cancel = () => ask(`POST /api/v3/sessions/${id}/cancel`, {}, cookie);
    assert.equal((await cancel()).body.data.status, "cancelled");
    const twice = await cancel();
    assert.deepEqual([twice.status, twice.body.error.code], [409, "session_ended"]);
    assert.deepEqual(ids(await list("&status=cancelled")), [id]);
    const { entries } = (await ask(`GET /audit?target=${id}`, undefined, cookie)).body;
    assert.deepEqual(
      entries.map(({ action, actorEmail }: Record<string, unknown>) => [action, actorEmail]),
      [["verification_cancelled", ownerEmail]],
    );
    assert.equal((await read(ask, id, cookie)).status, "cancelled");
    assert.deepEqual(
      (await timelineOf(ask, id, cookie)).map((moment: { kind: string }) => moment.kind),
      ["created", "cancelled"],
    );
    const funnel = async (query: string) => (await ask(`GET /verifications/funnel${query}`, undefined, cookie)).body;
    const { days } = await funnel("?days=7&kind=test");
    assert.equal(days.length, 7);
    assert.deepEqual(days.at(-1), {
      startMs: Date.UTC(2026, 10, 21),
      made: 2,
      opened: 0,
      consented: 0,
      captured: 0,
      verified: 0,
      ended: 1,
    });
    assert.equal((await funnel("?days=7")).days.at(-1).made, 0);
  });

  test("an event's deliveries are in the timeline", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    const hook = { url: "https://hooks.example/faces" };
    const endpoint = await ask("POST /api/v3/webhook_endpoints?mode=test", hook, cookie);
    assert.equal(endpoint.status, 201);
    const { id } = (await ask("POST /api/v3/sessions?mode=test", {}, cookie)).body.data;
    await ask(`POST /api/v3/sessions/${id}/cancel`, {}, cookie);
    const timeline = await timelineOf(ask, id, cookie);
    assert.deepEqual(timeline.at(-1)?.deliveries, [
      { endpoint_id: endpoint.body.data.id, status: "pending", attempts: 0 },
    ]);
  });

  test("a reviewer decides, and of two who have to agree none alone", async (t) => {
    const service = await startDashboard(t, kind);
    const { ask, claim, join, store, verifications, now } = service;
    const owner = await claim();
    const viewer = await join(owner, "viewer@example.com", "viewer");
    const [ana, ben] = [
      await join(owner, "ana@example.com", "reviewer"),
      await join(owner, "ben@example.com", "reviewer"),
    ];
    const rules = { reviewFailed: true, byTwo: true };
    assert.equal((await ask("PATCH /account/settings", { review: rules }, ana.cookie)).status, 403);
    assert.deepEqual((await ask("PATCH /account/settings", { review: rules }, owner)).body.review, rules);
    assert.deepEqual((await ask("GET /account/settings", undefined, viewer.cookie)).body.review, rules);

    const waiting = () => waitingSession(service, owner);
    const id = await waiting();
    const decide = (decision: string, { cookie }: { readonly cookie: string }, session = id) =>
      ask(`POST /api/v3/sessions/${session}/review`, { decision, reason: "Passport seen" }, cookie);
    assert.equal((await decide("approve", viewer)).status, 403);
    const first = (await decide("approve", ana)).body.data;
    assert.deepEqual(
      [first.status, first.review_pending],
      [
        "needs_review",
        {
          decision: "approve",
          reason: "Passport seen",
          by: "person",
          people: [ana.userId],
          at: new Date(now()).toISOString(),
        },
      ],
    );
    assert.equal((await decide("approve", ana)).body.error.code, "another_reviewer_needed");
    assert.deepEqual((await read(ask, id, ben.cookie)).review_pending.people, [ana.userId]);
    const session = (await decide("approve", ben)).body.data;
    assert.deepEqual(
      [session.status, session.result.reviewed_by, session.result.review_reason, session.review_pending],
      ["verified", "person", "Passport seen", null],
    );
    assert.equal((await decide("reject", ben)).body.error.code, "session_not_in_review");
    const timeline = await timelineOf(ask, id, viewer.cookie);
    assert.deepEqual(
      timeline.slice(-4).map(({ kind, by, decision }: Record<string, unknown>) => [kind, by, decision]),
      [
        ["needs_review", null, null],
        ["review_pending", "person", "approve"],
        ["reviewed", "person", "approve"],
        ["verified", null, null],
      ],
    );
    const { entries } = (await ask("GET /audit", undefined, owner)).body;
    assert.deepEqual(
      entries
        .filter(({ target }: { target: string }) => target === id)
        .map(({ action, actorEmail }: Record<string, unknown>) => [action, actorEmail]),
      [
        ["verification_approved", "ben@example.com"],
        ["verification_review_proposed", "ana@example.com"],
      ],
    );

    // A key may be one of the two reviewers. It counts as the person who made it, and so do keys that it creates and its successors.
    const dev = await join(owner, "dev@example.com", "developer");
    const bounds = { name: "Reviews", kind: "private", scopes: ["sessions:review", "keys:write"] };
    const made = (await ask("POST /api/v3/keys", bounds, dev.cookie)).body.data;
    const accountId = (await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow()).id;
    const keys = { store, now, changed: () => {} };
    const asKey = (id: string): KeyActor => ({ actor: id, address: null, key: id });
    const derived = await createKey(keys, asKey(made.id), accountId, {
      name: "Its own",
      kind: "private",
      scopes: ["sessions:review"],
    });
    assert.ok(derived.outcome === "created");
    const successor = await rotateKey(keys, asKey(made.id), accountId, made.id, 60);
    assert.ok(successor.outcome === "rotated");
    const propose = (session: string, id: string) =>
      reviewSession(
        verifications,
        accountId,
        session,
        { decision: "reject", reason: "Blurred" },
        { kind: "key", id, actor: asKey(id) },
      );
    for (const keyId of [made.id, derived.key.id, successor.key.id]) {
      const another = await waiting();
      assert.equal((await propose(another, keyId)).outcome, "pending");
      const { review_pending } = await read(ask, another, dev.cookie);
      assert.ok(review_pending.people.includes(dev.userId));
      assert.equal((await decide("reject", dev, another)).body.error.code, "another_reviewer_needed");
      assert.equal((await decide("reject", ana, another)).body.data.status, "failed");
    }
    // A person who rotates a key sees its secret, so the key counts as both people.
    const rotated = (await ask(`POST /api/v3/keys/${successor.key.id}/rotate`, { overlap_s: 0 }, owner)).body.data;
    const both = await waiting();
    assert.equal((await propose(both, rotated.id)).outcome, "pending");
    for (const one of [dev, { cookie: owner }]) {
      assert.equal((await decide("reject", one, both)).body.error.code, "another_reviewer_needed");
    }
    assert.equal((await decide("reject", ben, both)).body.data.status, "failed");
    // The other order: the person first, then their key.
    const turned = await waiting();
    assert.equal((await decide("reject", dev, turned)).body.data.status, "needs_review");
    assert.equal((await propose(turned, rotated.id)).outcome, "needs_another");
    // The maker of a command-line key is unknown, and may be either reviewer.
    const nobodys = await madeKey(keys, commandLine, accountId, {
      name: "CLI",
      kind: "private",
      scopes: ["sessions:review"],
    });
    const last = await waiting();
    assert.equal((await propose(last, nobodys.key.id)).outcome, "needs_another");
    assert.equal((await decide("reject", ana, last)).body.data.status, "needs_review");
    assert.equal((await propose(last, nobodys.key.id)).outcome, "needs_another");
    assert.equal(
      (await ask("POST /api/v3/sessions/vs_nobody/review", { decision: "reject", reason: "r" }, ana.cookie)).status,
      404,
    );
    for (const body of [
      { decision: "approve" },
      { decision: "approve", reason: " " },
      { decision: "x", reason: "r" },
    ]) {
      assert.equal((await ask(`POST /api/v3/sessions/${id}/review`, body, ana.cookie)).status, 400);
    }
  });

  test("a decision that is held can be undone by its reviewer alone, and is no key's", async (t) => {
    const service = await startDashboard(t, kind);
    const { ask, claim, join, now } = service;
    const owner = await claim();
    await ask("PATCH /account/settings", { review: { reviewFailed: true, byTwo: false } }, owner);
    const [ana, ben] = [
      await join(owner, "ana@example.com", "reviewer"),
      await join(owner, "ben@example.com", "reviewer"),
    ];
    const id = await waitingSession(service, owner);
    const review = { decision: "approve", reason: "Passport seen" };
    const path = `/api/v3/sessions/${id}/review`;
    const send = (cookie: string, more: object = {}) => ask(`POST ${path}`, { ...review, ...more }, cookie);
    const undo = async (cookie: string, mode = "test") => {
      const { status, body } = await ask(`DELETE ${path}?mode=${mode}`, undefined, cookie);
      return [status, body.error?.code];
    };
    const held = (await send(ana.cookie, { hold: true })).body.data;
    const due_at = new Date(now() + 60_000).toISOString();
    assert.deepEqual([held.status, held.review_held], ["needs_review", { ...review, person: ana.userId, due_at }]);
    for (const more of [{}, { hold: true }]) {
      const { status, body } = await send(ben.cookie, more);
      assert.deepEqual([status, body.error.code], [409, "being_decided"]);
    }
    assert.deepEqual(await undo(ben.cookie), [409, "nothing_to_undo"]);
    assert.deepEqual(await undo(ana.cookie, "live"), [404, "session_not_found"]);
    assert.deepEqual(await undo(ana.cookie), [200, undefined]);
    assert.deepEqual(await undo(ana.cookie), [409, "nothing_to_undo"]);
    assert.equal((await read(ask, id, ben.cookie)).review_held, null);

    const wanted = { name: "Reviews", kind: "test", scopes: ["sessions:review"] };
    const { secret } = (await ask("POST /api/v3/keys", wanted, owner)).body.data;
    const authorization = { authorization: `Bearer ${secret}` };
    const byKey = await ask(`POST ${path}`, { ...review, hold: true }, undefined, authorization);
    assert.deepEqual([byKey.status, byKey.body.error.param], [400, "hold"]);
    const undone = await ask(`DELETE ${path}`, undefined, undefined, authorization);
    assert.equal(undone.body.error.code, "nothing_to_undo");
    await send(ben.cookie, { hold: true });
    assert.equal((await send(ben.cookie)).body.data.status, "verified", "the same reviewer decides at once");
    assert.equal((await read(ask, id, owner)).review_held, null);
  });

  test("what waits is assigned to a reviewer and has notes, which a key with the scope of reviews reads and writes", async (t) => {
    const service = await startDashboard(t, kind);
    const { ask, claim, join } = service;
    const owner = await claim();
    await ask("PATCH /account/settings", { review: { reviewFailed: true, byTwo: false } }, owner);
    const [viewer, ana] = [
      await join(owner, "viewer@example.com", "viewer"),
      await join(owner, "ana@example.com", "reviewer"),
    ];
    const id = await waitingSession(service, owner);
    const path = `POST /api/v3/sessions/${id}`;
    const assign = (to: string | null, cookie = ana.cookie) => ask(`${path}/assign`, { to }, cookie);
    assert.equal((await assign(ana.userId, viewer.cookie)).status, 403);
    const wrong = (await assign(viewer.userId)).body.error;
    assert.deepEqual([wrong.code, wrong.param], ["no_such_reviewer", "to"]);
    assert.equal((await assign(ana.userId)).body.data.assignee, ana.userId);
    const waiting = async (cookie: string) =>
      (await ask("GET /verifications/waiting?kind=test", undefined, cookie)).body;
    assert.deepEqual([(await waiting(ana.cookie)).mine, (await waiting(owner)).mine], [1, 0]);

    const wanted = { name: "Reviews", kind: "test", scopes: ["sessions:review"] };
    const { secret } = (await ask("POST /api/v3/keys", wanted, owner)).body.data;
    const asKey = { authorization: `Bearer ${secret}` };
    assert.equal((await ask(`${path}/assign`, { to: null }, undefined, asKey)).body.data.assignee, null);
    assert.equal((await ask(`${path}/notes`, { text: "By a key" }, undefined, asKey)).status, 200);
    assert.equal((await ask(`${path}/notes`, { text: " " }, ana.cookie)).status, 400);
    for (let left = 49; left > 0; left--) await ask(`${path}/notes`, { text: "Called" }, ana.cookie);
    const { status, body } = await ask(`${path}/notes`, { text: "Once more" }, ana.cookie);
    assert.deepEqual([status, body.error.code], [409, "too_many_notes"]);
    assert.deepEqual(
      (await timelineOf(ask, id, viewer.cookie))
        .slice(3, 7)
        .map(({ kind: what, by, person, to, text }) => [what, by, person, to ?? text]),
      [
        ["assigned", "person", ana.userId, ana.userId],
        ["assigned", "key", null, null],
        ["note", "key", null, "By a key"],
        ["note", "person", ana.userId, "Called"],
      ],
    );
    await ask(`${path}/cancel`, {}, owner);
    assert.equal((await assign(null)).body.error.code, "session_not_in_review");
  });

  test("a new link takes the place of the one before, and the reference opens with it alone", async (t) => {
    const { ask, claim, join, store, seal, verifications, advance, now } = await startDashboard(t, kind);
    const owner = await claim();
    const [viewer, ana] = [
      await join(owner, "v@example.com", "viewer"),
      await join(owner, "a@example.com", "reviewer"),
    ];
    const accountId = (await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow()).id;
    const reference = referenceOf([Float32Array.of(0.25, 0.5)]);
    const { session, secret: first } = await createSession(verifications, { ...live(accountId), reference });
    await store.db
      .updateTable("verification_sessions")
      .set({ status: "started", device: "phone", consent_version: "2026-11", attempts: 1 })
      .execute();
    advance(3600_000);
    const renew = (cookie: string) => ask(`POST /api/v3/sessions/${session.id}/link`, {}, cookie);
    assert.equal((await renew(viewer.cookie)).status, 403);
    const renewed = await renew(ana.cookie);
    assert.match(renewed.body.data.url, /\/verify#[\w-]{66}$/);
    const secret = renewed.body.data.url.split("#")[1] as string;
    const { status, attempts, links, consent, expires_at } = renewed.body.data;
    assert.deepEqual([status, attempts, links, consent], ["open", 1, 2, null]);
    assert.equal(Date.parse(expires_at), now() + 24 * 3600_000);
    const row = await store.db.selectFrom("verification_sessions").selectAll().executeTakeFirstOrThrow();
    assert.deepEqual(openReference(seal, secret, row.reference ?? ""), Float32Array.of(0.25, 0.5));
    assert.equal(openReference(seal, first, row.reference ?? ""), undefined);
    assert.deepEqual([sessionOf(seal, first)?.link, sessionOf(seal, secret)?.link, row.link], [1, 2, 2]);
    assert.equal(sessionOf(seal, `${secret.slice(0, 22)}3${secret.slice(23)}`), undefined);

    for (let link = 3; link <= 9; link++) assert.equal((await renew(owner)).status, 200);
    assert.equal((await renew(owner)).body.error.code, "no_more_links");
    await ask(`POST /api/v3/sessions/${session.id}/cancel`, {}, owner);
    assert.equal((await renew(owner)).body.error.code, "session_ended");
    const [, renewal] = await timelineOf(ask, session.id, owner);
    assert.deepEqual([renewal?.kind, renewal?.number], ["link_renewed", 2]);
    const { entries } = (await ask(`GET /audit?target=${session.id}`, undefined, owner)).body;
    assert.deepEqual(
      [entries.at(-1).action, entries.at(-1).actorEmail],
      ["verification_link_renewed", "a@example.com"],
    );
  });

  test("another session for the same person has what the first had, with a photo where the reference is gone", async (t) => {
    const { ask, claim, join, store, verifications } = await startDashboard(t, kind);
    const owner = await claim();
    const reviewer = await join(owner, "reviewer@example.com", "reviewer");
    const accountId = (await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow()).id;
    const key = (await ask("POST /api/v3/keys", { name: "Backend", kind: "private" }, owner)).body.data;
    const settings = { ...live(accountId), externalId: "c-7", metadata: { plan: "family" }, threshold: 0.8 };
    const { session } = await createSession(verifications, {
      ...settings,
      keyId: key.id,
      receiptPhotos: [],
      reference: referenceOf([Float32Array.of(1)]),
      passiveLiveness: "allow_unsure",
    });
    const path = `POST /api/v3/sessions/${session.id}/repeat`;
    assert.equal((await ask(path, {}, owner)).body.error.code, "session_under_way");
    await ask(`POST /api/v3/sessions/${session.id}/cancel`, {}, owner);
    assert.equal((await ask(path, {}, reviewer.cookie)).status, 403);
    assert.equal((await ask(path, {}, owner)).body.error.code, "missing_file");
    const send = async (file: Buffer, more: object = {}, to = path) => {
      const form = new FormData();
      form.set("reference", new Blob([new Uint8Array(file)], { type: "image/png" }));
      const body = new Response(form);
      const type = body.headers.get("content-type");
      return ask(to, Buffer.from(await body.arrayBuffer()), owner, { "content-type": type, ...more });
    };
    const elsewhere = await send(Buffer.from("x"), { origin: "https://evil.example" });
    assert.deepEqual([elsewhere.status, elsewhere.body.error.code], [403, "wrong_origin"], "a form of another site");
    const photo = (width: number) =>
      sharp(Buffer.alloc(width * width * 3), { raw: { width, height: width, channels: 3 } });
    const faceless = (await send(await photo(640).png().toBuffer())).body.error;
    assert.deepEqual([faceless.code, faceless.param], ["no_face", "reference"]);
    const face = await photo(64).png().toBuffer();
    await store.db.updateTable("accounts").set({ branding_optional: 0 }).execute();
    assert.equal((await send(face)).body.error.code, "branding_incomplete");
    await store.db.updateTable("accounts").set({ branding_optional: 1 }).execute();
    const ofDocument = (document: string | null) => store.db.updateTable("verification_sessions").set({ document });
    await ofDocument("{}").where("id", "=", session.id).execute();
    assert.equal((await send(face)).body.error.code, "document_needed");
    await ofDocument(null).where("id", "=", session.id).execute();
    const public_key = generateKeyPairSync("x25519").publicKey.export({ format: "jwk" });
    await ask("PATCH /account/settings", { evidence: { publicKey: public_key } }, owner);
    const repeated = await send(face);
    assert.equal(repeated.status, 201, repeated.text);
    const { id, external_id, metadata, has_reference, test: isTest, links } = repeated.body.data;
    assert.deepEqual(
      [external_id, metadata, has_reference, isTest, links],
      ["c-7", { plan: "family" }, true, false, 1],
    );
    const sealed = await store.db.selectFrom("evidence").select(["session_id", "part"]).execute();
    assert.deepEqual(
      sealed.map(({ session_id, part }) => [session_id, part]),
      [[id, "reference"]],
    );
    const row = await findSession(store.db, accountId, id);
    assert.deepEqual(
      [row?.threshold, row?.passive_liveness, row?.reference?.slice(0, 3)],
      [0.8, "allow_unsure", "v1."],
    );
    assert.equal(row?.key_id, key.id, "its limits apply, and its usage counts");
    const photos = JSON.parse(row?.receipt_photos ?? "[]") as { part: string }[];
    assert.deepEqual(
      photos.map(({ part }) => part),
      ["reference"],
    );
    const last = (await timelineOf(ask, session.id, owner)).at(-1);
    assert.deepEqual([last?.kind, last?.session_id], ["repeated", id]);
    const { entries } = (await ask(`GET /audit?target=${id}`, undefined, owner)).body;
    assert.deepEqual(
      entries.map(({ action }: { action: string }) => action),
      ["verification_repeated"],
    );

    const second = (await ask("POST /api/v3/sessions?mode=test", { external_id: "c-8" }, owner)).body.data;
    await ask(`POST /api/v3/sessions/${second.id}/cancel`, {}, owner);
    const test = await ask(`POST /api/v3/sessions/${second.id}/repeat`, {}, owner);
    assert.deepEqual([test.status, test.body.data.test, test.body.data.external_id], [201, true, "c-8"]);
    await ask("PATCH /account/settings", { passiveLivenessRequired: true }, owner);
    const demanded = (await ask(`POST /api/v3/sessions/${second.id}/repeat`, {}, owner)).body.data;
    assert.equal(demanded.passive_liveness, true, "the team's demand");
    const unneeded = await send(face, {}, `POST /api/v3/sessions/${second.id}/repeat`);
    assert.deepEqual([unneeded.status, unneeded.body.error.code], [400, "unexpected_field"]);
  });

  test("what makes no sense, and another account's", async (t) => {
    const { ask, claim, addMember } = await startDashboard(t, kind);
    const cookie = await claim();
    const member = await addMember(cookie, "member@example.com");
    const { id } = (await ask("POST /api/v3/sessions?mode=test", {}, cookie)).body.data;
    for (const [route, body] of [
      ["POST /api/v3/sessions?mode=live", {}],
      ["POST /api/v3/sessions", {}],
      ["POST /api/v3/sessions?mode=test", { simulate: "perhaps" }],
      ["POST /api/v3/sessions?mode=test", { external_id: "" }],
      ["POST /api/v3/sessions?mode=test", { external_id: "c\n1" }],
      ["POST /api/v3/sessions?mode=test", { colour: "red" }],
      ["GET /api/v3/sessions?status=lost", undefined],
      ["GET /api/v3/sessions?cursor=nowhere", undefined],
      ["GET /api/v3/sessions?sort=status", undefined],
      ["GET /verifications/funnel?days=91", undefined],
    ] as const) {
      assert.equal((await ask(route, body, cookie)).status, 400, route);
    }
    assert.equal((await ask(`GET /api/v3/sessions/${id}`, undefined, member.cookie)).status, 404);
    assert.equal((await ask(`GET /api/v3/sessions/${id}/timeline`, undefined, member.cookie)).status, 404);
    assert.deepEqual((await ask("GET /api/v3/sessions?mode=test", undefined, member.cookie)).body.data.sessions, []);
    assert.equal((await ask(`POST /api/v3/sessions/${id}/cancel`, {}, member.cookie)).status, 404);
    assert.equal((await ask("GET /api/v3/sessions", undefined)).status, 401);
  });
});
