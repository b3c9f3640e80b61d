import assert from "node:assert/strict";
import { test } from "node:test";
import type { Insertable } from "kysely";
import { insertKey } from "../../accounts/keys/keys.ts";
import type { VerificationSessionsTable } from "@selfsame/platform/store/schema";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import type { TestContext } from "node:test";
import { startDashboard } from "../../../testing/dashboard-harness.ts";
import { sessionRow } from "../../../testing/sessions/session-row.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";

const none = { requestsPerMinute: null, requestsPerMonth: null, concurrentRequests: null };
const dayMs = 24 * 3600_000;

async function start(t: TestContext, kind: StoreKind) {
  const dashboard = await startDashboard(t, kind);
  const { ask, claim, access, first, store, now } = dashboard;
  const cookie = await claim();
  const live = await access.identify(`Bearer ${first.apiKey}`);
  assert.ok(live.outcome === "known");
  const { accountId } = live.caller;
  const made = await insertKey(store.db, accountId, { name: "CI", kind: "test" }, now());
  const ci = await access.identify(`Bearer ${made.secret}`);
  assert.ok(ci.outcome === "known");
  const record = async (count: number, endpoint: string, outcome: string, durationMs: number, caller = live.caller) => {
    for (let index = 0; index < count; index++) await access.record({ caller, endpoint, outcome, durationMs });
  };
  const overview = async (query = "?days=7") => (await ask(`GET /overview${query}`, undefined, cookie)).body;
  return { ...dashboard, cookie, accountId, live: live.caller, ci: ci.caller, record, overview };
}

onEachStore("dashboard: overview", (kind) => {
  test("live and test are apart, and batch items in no figure but their own", async (t) => {
    const { store, accountId, record, overview, ci, live, now } = await start(t, kind);
    const before = { hour_ms: now() - 8 * dayMs, account_id: accountId, key_id: live.keyId, endpoint: "v3.verify" };
    await store.db
      .insertInto("usage")
      .values([
        { ...before, outcome: "match", count: 2, duration_ms: 60 },
        { ...before, outcome: "no_match", count: 1, duration_ms: 30 },
      ])
      .execute();
    await record(3, "v3.verify", "match", 100);
    await record(1, "v2.verify", "no_match", 20);
    await record(2, "v3.verify", "no_face", 40);
    await record(1, "v3.create_session", "open", 5);
    await record(1, "v3.follow_events", "followed", 600_000);
    await record(1, "v3.analyze", "client_gone", 3000);
    await record(40, "v3.batch_item", "no_match", 9000);
    await record(7, "v3.verify", "match", 1, ci);
    await record(1, "v3.session_state", "read", 1, { ...live, keyId: "none", test: true });

    const { count, matches, before: earlier, endpoints, errors, batchItems, days } = await overview();
    assert.deepEqual([count, batchItems], [9, 40]);
    assert.deepEqual(matches, { compared: 4, matched: 3 });
    assert.deepEqual(earlier.matches, { compared: 3, matched: 2 });
    assert.deepEqual(endpoints, [
      { endpoint: "v3.verify", count: 5, errors: 2, p50Ms: 83, p95Ms: 98 },
      { endpoint: "v2.verify", count: 1, errors: 0, p50Ms: 18, p95Ms: 20 },
      { endpoint: "v3.analyze", count: 1, errors: 1, p50Ms: 2825, p95Ms: 3118 },
      { endpoint: "v3.create_session", count: 1, errors: 0, p50Ms: 5, p95Ms: 10 },
      { endpoint: "v3.follow_events", count: 1, errors: 0, p50Ms: null, p95Ms: null },
    ]);
    assert.deepEqual(errors, [
      { code: "no_face", count: 2 },
      { code: "client_gone", count: 1 },
    ]);
    assert.deepEqual(
      days.map(({ count }: { count: number }) => count),
      [3, 49],
    );

    const inTest = await overview("?kind=test&days=1");
    assert.deepEqual([inTest.count, inTest.batchItems, inTest.errors], [8, 0, []]);
    assert.deepEqual(inTest.matches, { compared: 7, matched: 7 });
    assert.deepEqual(inTest.before.matches, { compared: 0, matched: 0 });
  });

  test("the funnel says where people drop out, and what for", async (t) => {
    const { store, accountId, overview, now } = await start(t, kind);
    const nowMs = now();
    let made = 0;
    const insert = async (count: number, row: Partial<Insertable<VerificationSessionsTable>>) => {
      for (let index = 0; index < count; index++) {
        const id = `vs_${++made}`;
        await store.db
          .insertInto("verification_sessions")
          .values({ ...sessionRow(id, accountId, nowMs), ...row })
          .execute();
      }
    };
    const opened = { opened_at_ms: nowMs };
    const consented = { ...opened, started_at_ms: nowMs, status: "started" } as const;
    const failed = (reason: string) => ({
      ...consented,
      status: "failed" as const,
      attempts: 3,
      ended_at_ms: nowMs,
      result: JSON.stringify({ match: false, reasons: [reason, "poor_quality"], model: "m" }),
    });
    await insert(2, {});
    await insert(1, { expires_at_ms: nowMs - 1 });
    await insert(1, { status: "expired", ended_at_ms: nowMs });
    await insert(1, { status: "cancelled", ended_at_ms: nowMs });
    await insert(1, { ...opened, declined_at_ms: nowMs, status: "expired", ended_at_ms: nowMs });
    await insert(1, { ...consented });
    await insert(2, failed("no_match"));
    await insert(1, failed("challenge_failed"));
    // Simulated sessions are verified without being opened.
    await insert(3, { status: "verified", ended_at_ms: nowMs, attempts: 1 });
    await insert(1, { test: 1 });
    await insert(1, { created_at_ms: nowMs - 9 * dayMs });

    assert.deepEqual((await overview()).funnel, [
      {
        stage: "created",
        reached: 13,
        stopped: 3,
        underWay: 2,
        reasons: [
          { reason: "expired", count: 2 },
          { reason: "cancelled", count: 1 },
        ],
      },
      { stage: "opened", reached: 8, stopped: 1, underWay: 0, reasons: [{ reason: "declined", count: 1 }] },
      { stage: "consented", reached: 7, stopped: 0, underWay: 1, reasons: [] },
      {
        stage: "captured",
        reached: 6,
        stopped: 3,
        underWay: 0,
        reasons: [
          { reason: "no_match", count: 2 },
          { reason: "challenge_failed", count: 1 },
        ],
      },
      { stage: "verified", reached: 3, stopped: 0, underWay: 0, reasons: [] },
    ]);
    const { funnel } = await overview("?kind=test");
    assert.deepEqual([funnel[0].reached, funnel[0].underWay], [1, 1]);
  });

  test("what needs attention: alerts of the last day and keys that end soon, each in its mode", async (t) => {
    const { store, accountId, overview, now } = await start(t, kind);
    const end = (days: number) => ({ expiresAtMs: now() + days * dayMs });
    const soon = await insertKey(store.db, accountId, { name: "soon", kind: "private", ...end(3) }, now());
    await insertKey(store.db, accountId, { name: "later", kind: "private", ...end(30) }, now());
    await insertKey(store.db, accountId, { name: "test", kind: "test", ...end(3) }, now());
    const emit = (type: string, agoMs: number, data: object) =>
      store.db
        .insertInto("events")
        .values({
          id: `ev_${agoMs}`,
          account_id: accountId,
          type,
          data: JSON.stringify(data),
          created_at_ms: now() - agoMs,
        })
        .execute();
    await emit("queue.growing", 1000, { queue: "webhook_delivery", waiting: 12, oldest_s: 301 });
    await emit("requests.failing", 0, { requests: 60, failed: 30, code: "no_face", since: "" });
    await emit("requests.failing", dayMs, { requests: 90, failed: 90, code: "no_face", since: "" });
    await emit("session.failed", 1, {});

    const kinds = (attention: readonly { kind: string }[]) => attention.map(({ kind }) => kind);
    const { attention } = await overview();
    assert.deepEqual(attention, [
      { kind: "requests_failing", requests: 60, failed: 30, code: "no_face", atMs: now() },
      { kind: "queue_growing", queue: "webhook_delivery", waiting: 12, atMs: now() - 1000 },
      { kind: "key_expiring", id: soon.key.id, name: "soon", expiresAtMs: soon.key.expiresAtMs },
    ]);
    assert.deepEqual(kinds((await overview("?kind=test")).attention), ["key_expiring"]);
  });

  test("a key whose own month is used up, or nearly so, needs attention until its limit is changed", async (t) => {
    const { store, accountId, overview, now } = await start(t, kind);
    const make = (name: string, requestsPerMonth: number) =>
      insertKey(store.db, accountId, { name, kind: "private", limits: { ...none, requestsPerMonth } }, now());
    const [near, full, raised] = [await make("near", 10), await make("full", 20), await make("raised", 60)];
    const emit = (type: string, index: number, data: object, atMs = now() + index) =>
      store.db
        .insertInto("events")
        .values({ id: `ev_${index}`, account_id: accountId, type, data: JSON.stringify(data), created_at_ms: atMs })
        .execute();
    await emit("key.limit_near", 1, { id: near.key.id, of: "key", quota: 10 });
    await emit("key.limit_near", 2, { id: full.key.id, of: "key", quota: 20 });
    await emit("key.limit_reached", 3, { id: full.key.id, of: "key", quota: 20 });
    await emit("key.limit_reached", 4, { id: raised.key.id, of: "key", quota: 30 });
    await emit("key.limit_near", 5, { id: raised.key.id, of: "plan", quota: 60 });
    await emit("key.limit_reached", 6, { id: near.key.id, of: "key", quota: 10 }, now() - 40 * dayMs);
    const { attention } = await overview();
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
    assert.deepEqual(attention.toSorted(byName), [
      { kind: "key_limit", id: full.key.id, name: "full", quota: 20, reached: true },
      { kind: "key_limit", id: near.key.id, name: "near", quota: 10, reached: false },
    ]);
  });

  test("another kind, more days than a month and what is unknown are refused", async (t) => {
    const { ask, cookie } = await start(t, kind);
    for (const [query, field] of [
      ["kind=both", "kind"],
      ["days=31", "days"],
      ["days=0", "days"],
      ["from=1", "from"],
    ] as const) {
      const { status, body } = await ask(`GET /overview?${query}`, undefined, cookie);
      assert.deepEqual([status, body.error.code, body.error.field], [400, "invalid_request", field]);
    }
  });
});
