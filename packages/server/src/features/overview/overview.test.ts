import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test, type TestContext } from "node:test";
import { insertKey } from "../../accounts/keys/keys.ts";
import { prepareFirstStart } from "../../accounts/people/first-start.ts";
import { createSeal } from "@selfsame/platform/secrets/seal";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { freshStore, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { readAttention } from "./attention.ts";
import { overview } from "./overview.ts";

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
const nowMs = Date.UTC(2026, 10, 21, 12, 34);
const seal = createSeal(randomBytes(32));
const unlimited = { requestsPerMinute: null, requestsPerMonth: null, concurrentRequests: null };

async function start(t: TestContext, kind: StoreKind) {
  const store = await freshStore(t, kind);
  const { db } = store;
  await prepareFirstStart(store);
  const { id: accountId } = await db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const { id: key_id } = await db.selectFrom("api_keys").select("id").executeTakeFirstOrThrow();
  const use = (at: string, outcome: string, count: number, endpoint = "v3.verify") =>
    db
      .insertInto("usage")
      .values({
        hour_ms: Date.parse(`${at}:00Z`),
        account_id: accountId,
        key_id,
        endpoint,
        outcome,
        count,
        duration_ms: 10 * count,
      })
      .execute();
  let emitted = 0;
  const emit = (type: string, data: object, atMs: number, ofTest = 0) =>
    db
      .insertInto("events")
      .values({
        id: `evt_${++emitted}`,
        account_id: accountId,
        type,
        data: JSON.stringify(data),
        test: ofTest,
        created_at_ms: atMs,
      })
      .execute();
  const attention = (inTest = false) => readAttention(db, seal, { accountId, test: inTest, nowMs });
  return { db, accountId, use, emit, attention };
}

onEachStore("overview", (kind) => {
  test("the span begins on the hour, the one before it is as long, and the month is of thirty days", async (t) => {
    const { db, accountId, use } = await start(t, kind);
    await use("2026-11-21T13:00", "match", 1000);
    await use("2026-11-21T12:00", "match", 1);
    await use("2026-11-19T12:00", "no_match", 2);
    await use("2026-11-19T11:00", "match", 4);
    await use("2026-11-17T12:00", "no_match", 8);
    await use("2026-11-17T11:00", "match", 16);
    await use("2026-10-23T00:00", "match", 32);
    await use("2026-10-22T23:00", "match", 64);
    const found = await overview(db, seal, { accountId, test: false, days: 2, nowMs, isError: () => false });
    assert.deepEqual(found.matches, { compared: 3, matched: 1 });
    assert.deepEqual(found.before, {
      requests: 12,
      failed: 0,
      matches: { compared: 12, matched: 4 },
      ended: 0,
      verified: 0,
    });
    const spanOf = async (since: string) => {
      const asked = { accountId, test: false, days: undefined, nowMs: Date.parse(since), isError: () => false };
      return (await overview(db, seal, asked)).spanDays;
    };
    assert.deepEqual([await spanOf("2026-11-21T12:34:00Z"), await spanOf("2026-11-23T20:00:00Z")], [1, 7]);
    assert.deepEqual(
      found.days.map(({ startMs, count }) => [new Date(startMs).toISOString().slice(5, 10), count]),
      [
        ["10-23", 32],
        ["11-17", 24],
        ["11-19", 6],
        ["11-21", 1],
      ],
    );
  });

  test("the busiest endpoints and most frequent codes come first, equal ones by name", async (t) => {
    const { db, accountId, use } = await start(t, kind);
    await use("2026-11-21T11:00", "read", 3, "v3.session_b");
    await use("2026-11-21T11:00", "read", 3, "v3.session_a");
    await use("2026-11-21T11:00", "match", 9);
    await use("2026-11-21T11:00", "match", 1, "v2.verify");
    await use("2026-11-21T11:00", "no_face", 2, "v2.verify");
    for (const code of ["engine_busy", "b_code", "a_code"]) await use("2026-11-21T11:00", code, 2, "v3.analyze");
    await use("2026-11-21T11:00", "match", 50, "v3.batch_item");
    const isError = ({ outcome }: { outcome: string }) => !["read", "match"].includes(outcome);
    const found = await overview(db, seal, { accountId, test: false, days: 1, nowMs, isError });
    assert.deepEqual(
      found.endpoints.map(({ endpoint, count, errors }) => [endpoint, count, errors]),
      [
        ["v3.verify", 9, 0],
        ["v3.analyze", 6, 6],
        ["v2.verify", 3, 2],
        ["v3.session_a", 3, 0],
        ["v3.session_b", 3, 0],
      ],
    );
    assert.deepEqual(
      found.errors.map(({ code }) => code),
      ["a_code", "b_code", "engine_busy", "no_face"],
    );
    assert.deepEqual(found.matches, { compared: 10, matched: 10 });
    assert.deepEqual([found.count, found.batchItems], [24, 50]);
  });

  test("alerts of the last day, of live requests, and ten at most", async (t) => {
    const { emit, attention } = await start(t, kind);
    const failing = { requests: 60, failed: 30, code: null };
    const growing = { queue: "webhook_delivery", waiting: 3 };
    await emit("requests.failing", failing, nowMs - dayMs);
    await emit("requests.failing", failing, nowMs - dayMs + 1);
    await emit("requests.failing", failing, nowMs - 1, 1);
    await emit("queue.growing", growing, nowMs - 2);
    await emit("rate.falling", { rate: "matches", share: 0.4, of: 100, share_before: 0.9 }, nowMs - 3);
    assert.deepEqual(await attention(), [
      { kind: "queue_growing", ...growing, atMs: nowMs - 2 },
      { kind: "rate_falling", rate: "matches", share: 0.4, shareBefore: 0.9, atMs: nowMs - 3 },
      { kind: "requests_failing", ...failing, atMs: nowMs - dayMs + 1 },
    ]);
    assert.deepEqual(await attention(true), []);
    for (let i = 0; i < 10; i++) await emit("queue.growing", { ...growing, waiting: i }, nowMs);
    assert.deepEqual(
      (await attention()).map(({ kind: what }) => what),
      Array.from({ length: 10 }, () => "queue_growing"),
    );
  });

  test("endpoints that fail or were disabled by the service, in their own mode", async (t) => {
    const { db, accountId, attention } = await start(t, kind);
    const add = (id: string, row: object, ofTest = 0) =>
      db
        .insertInto("webhook_endpoints")
        .values({
          id,
          account_id: accountId,
          url: `https://${id}.example/`,
          types: "[]",
          only_for: null,
          test: ofTest,
          secret: "",
          old_secret: null,
          old_secret_until_ms: null,
          created_at_ms: 0,
          failing_since_ms: null,
          disabled_at_ms: null,
          disabled_reason: null,
          verified_at_ms: null,
          ...row,
        })
        .execute();
    await add("well", {});
    await add("failing", { failing_since_ms: 7 });
    await add("by-user", { disabled_at_ms: 9, failing_since_ms: 7 });
    await add("gone", { disabled_at_ms: 9, disabled_reason: "gone" });
    await add("failed", { disabled_at_ms: 9, disabled_reason: "failing", failing_since_ms: 5 });
    await add("of-test", { failing_since_ms: 8 }, 1);
    const found = async (inTest: boolean) =>
      (await attention(inTest))
        .flatMap((one) => ("sinceMs" in one ? [[one.id, one.kind, one.sinceMs, one.url] as const] : []))
        .toSorted(([a], [b]) => a.localeCompare(b));
    assert.deepEqual(await found(false), [
      ["failed", "webhook_disabled", 5, "https://failed.example/"],
      ["failing", "webhook_failing", 7, "https://failing.example/"],
      ["gone", "webhook_disabled", null, "https://gone.example/"],
    ]);
    assert.deepEqual(await found(true), [["of-test", "webhook_failing", 8, "https://of-test.example/"]]);
  });

  test("domains whose record is gone, and keys by the latest event of their own limit, for live alone", async (t) => {
    const { db, accountId, emit, attention } = await start(t, kind);
    const domain = { account_id: accountId, token: "t", created_at_ms: 0, verified_at_ms: 1 };
    await db
      .insertInto("email_domains")
      .values([
        { ...domain, domain: "gone.example", missing_since_ms: nowMs },
        { ...domain, domain: "here.example", missing_since_ms: null },
      ])
      .execute();
    const limits = { ...unlimited, requestsPerMonth: 20 };
    const make = async (name: string) =>
      (await insertKey(db, accountId, { name, kind: "private", limits }, nowMs)).key.id;
    const id = await make("shop");
    const report = { id, of: "key", quota: 20 };
    await emit("key.limit_near", { ...report, of: "plan" }, nowMs - 2);
    assert.deepEqual(
      (await attention()).map(({ kind: what }) => what),
      ["domain_expiring"],
    );
    // More events than are read, all of them older.
    const old = Array.from({ length: 400 }, (_, i) => ({
      id: `evt_old_${i}`,
      account_id: accountId,
      type: "key.limit_near",
      data: JSON.stringify({ ...report, id: `key_${i}` }),
      created_at_ms: nowMs - 3,
    }));
    await db.insertInto("events").values(old).execute();
    await emit("key.limit_near", report, nowMs - 1);
    const ends = { kind: "domain_expiring", domain: "gone.example", expiresAtMs: nowMs + 30 * dayMs };
    const limit = { kind: "key_limit", id, name: "shop", quota: 20 };
    assert.deepEqual(await attention(), [{ ...limit, reached: false }, ends]);
    await emit("key.limit_reached", report, nowMs);
    assert.deepEqual(await attention(), [{ ...limit, reached: true }, ends]);
    assert.deepEqual(await attention(true), []);
    await db.updateTable("api_keys").set({ requests_per_month: null }).where("id", "=", id).execute();
    assert.deepEqual(await attention(), [ends]);
  });
});
