import assert from "node:assert/strict";
import { test } from "node:test";
import { settleAttempt } from "../../sessions/attempts/complete-session.ts";
import { reviewSession } from "../../sessions/review-session.ts";
import type { SessionRow } from "../../sessions/session.ts";
import { simulatedResult } from "../../sessions/attempts/simulate.ts";
import { ownerEmail, startDashboard } from "../../testing/dashboard-harness.ts";
import { onEachStore } from "../../testing/store/each-store.ts";

onEachStore("dashboard: verification sessions", (kind) => {
  test("a test session is made, found, read with its timeline and cancelled; the funnel counts it", async (t) => {
    const { ask, claim, advance } = await startDashboard(t, kind);
    const cookie = await claim();
    const made = await ask("POST /verifications", { externalId: "c-1" }, cookie);
    assert.equal(made.status, 201);
    assert.match(made.body.url, /\/verify#[\w-]{65}$/);
    const { id, test: isTest, status, externalId, keyName } = made.body.session;
    assert.deepEqual([isTest, status, externalId, keyName], [true, "open", "c-1", null]);
    advance(1000);
    const second = await ask("POST /verifications", { simulate: "no_match" }, cookie);
    assert.equal(second.status, 201);

    const list = async (query = "") => (await ask(`GET /verifications${query}`, undefined, cookie)).body;
    const ids = ({ sessions }: { sessions: { id: string }[] }) => sessions.map((one) => one.id);
    assert.deepEqual(ids(await list()), [second.body.session.id, id]);
    assert.deepEqual(ids(await list("?text=c-1")), [id]);
    assert.deepEqual(ids(await list("?kind=live")), []);
    const page = await list("?limit=1");
    assert.deepEqual(ids(await list(`?limit=1&cursor=${page.next}`)), [id]);

    const cancel = () => ask(`POST /verifications/${id}/cancel`, {}, cookie);
    assert.equal((await cancel()).body.session.status, "cancelled");
    const twice = await cancel();
    assert.deepEqual([twice.status, twice.body.error.code], [409, "session_over"]);
    assert.deepEqual(ids(await list("?status=cancelled")), [id]);
    const { entries } = (await ask(`GET /audit?target=${id}`, undefined, cookie)).body;
    assert.deepEqual(
      entries.map(({ action, actorEmail }: Record<string, unknown>) => [action, actorEmail]),
      [["verification_cancelled", ownerEmail]],
    );
    const { session, timeline } = (await ask(`GET /verifications/${id}`, undefined, cookie)).body;
    assert.equal(session.status, "cancelled");
    assert.deepEqual(
      timeline.map((moment: { kind: string }) => moment.kind),
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
      attempted: 0,
      verified: 0,
    });
    assert.equal((await funnel("?days=7")).days.at(-1).made, 0);
  });

  test("an event's deliveries are in the timeline", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    const endpoint = await ask("POST /webhooks", { url: "https://hooks.example/faces", test: true }, cookie);
    assert.equal(endpoint.status, 201);
    const { id } = (await ask("POST /verifications", {}, cookie)).body.session;
    await ask(`POST /verifications/${id}/cancel`, {}, cookie);
    const { timeline } = (await ask(`GET /verifications/${id}`, undefined, cookie)).body;
    assert.deepEqual(timeline.at(-1).deliveries, [
      { endpointId: endpoint.body.endpoint.id, url: "https://hooks.example/faces", status: "pending", attempts: 0 },
    ]);
  });

  test("a reviewer decides, and of two who have to agree none alone", async (t) => {
    const { ask, claim, join, store, verifications, embeddingModel, now } = await startDashboard(t, kind);
    const owner = await claim();
    const viewer = await join(owner, "viewer@example.com", "viewer");
    const [ana, ben] = [
      await join(owner, "ana@example.com", "reviewer"),
      await join(owner, "ben@example.com", "reviewer"),
    ];
    const rules = { reviewFailed: true, byTwo: true };
    assert.equal((await ask("PUT /account/review", rules, ana.cookie)).status, 403);
    assert.deepEqual((await ask("PUT /account/review", rules, owner)).body, rules);
    assert.deepEqual((await ask("GET /account/review", undefined, viewer.cookie)).body, rules);

    const waiting = async () => {
      const { id } = (await ask("POST /verifications", {}, owner)).body.session;
      const session = (await store.db
        .updateTable("verification_sessions")
        .set({ status: "started", device: "phone", attempts: 2 })
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirst()) as SessionRow;
      const comparison = { model: embeddingModel, threshold: 0.6 };
      const result = simulatedResult({ comparison }, session, "no_face");
      assert.equal((await settleAttempt(verifications, session, { result, because: null })).outcome, "in_review");
      return id as string;
    };
    const id = await waiting();
    const decide = (decision: string, { cookie }: { readonly cookie: string }, session = id) =>
      ask(`POST /verifications/${session}/review`, { decision, reason: "Passport seen" }, cookie);
    assert.equal((await decide("approve", viewer)).status, 403);
    const first = (await decide("approve", ana)).body.session;
    assert.deepEqual(
      [first.status, first.reviewPending],
      ["needs_review", { decision: "approve", reason: "Passport seen", by: "person", mine: true, atMs: now() }],
    );
    assert.equal((await decide("approve", ana)).body.error.code, "another_reviewer_needed");
    assert.equal((await ask(`GET /verifications/${id}`, undefined, ben.cookie)).body.session.reviewPending.mine, false);
    const { session } = (await decide("approve", ben)).body;
    assert.deepEqual(
      [session.status, session.reviewedBy, session.reviewReason, session.reviewPending],
      ["verified", "person", "Passport seen", null],
    );
    assert.equal((await decide("reject", ben)).body.error.code, "not_in_review");
    const { timeline } = (await ask(`GET /verifications/${id}`, undefined, viewer.cookie)).body;
    assert.deepEqual(
      timeline.slice(-4).map(({ kind, reviewer, decision }: Record<string, unknown>) => [kind, reviewer, decision]),
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

    // A key may be one of the two.
    const another = await waiting();
    const key = { kind: "key", id: "key_1", actor: { actor: "key_1", address: null } } as const;
    const accountId = (await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow()).id;
    await reviewSession(verifications, accountId, another, { decision: "reject", reason: "Blurred" }, key);
    assert.equal((await decide("reject", ana, another)).body.session.status, "failed");
    assert.equal(
      (await ask("POST /verifications/vs_nobody/review", { decision: "reject", reason: "r" }, ana.cookie)).status,
      404,
    );
    for (const body of [
      { decision: "approve" },
      { decision: "approve", reason: " " },
      { decision: "x", reason: "r" },
    ]) {
      assert.equal((await ask(`POST /verifications/${id}/review`, body, ana.cookie)).status, 400);
    }
  });

  test("what makes no sense, and another account's", async (t) => {
    const { ask, claim, addMember } = await startDashboard(t, kind);
    const cookie = await claim();
    const member = await addMember(cookie, "member@example.com");
    const { id } = (await ask("POST /verifications", {}, cookie)).body.session;
    for (const [route, body] of [
      ["POST /verifications", { simulate: "perhaps" }],
      ["POST /verifications", { externalId: "" }],
      ["POST /verifications", { externalId: "c\n1" }],
      ["POST /verifications", { colour: "red" }],
      ["GET /verifications?status=lost", undefined],
      ["GET /verifications?cursor=nowhere", undefined],
      ["GET /verifications/funnel?days=91", undefined],
    ] as const) {
      assert.equal((await ask(route, body, cookie)).status, 400, route);
    }
    assert.equal((await ask(`GET /verifications/${id}`, undefined, member.cookie)).status, 404);
    assert.equal((await ask(`POST /verifications/${id}/cancel`, {}, member.cookie)).status, 404);
    assert.equal((await ask("GET /verifications", undefined)).status, 401);
  });
});
