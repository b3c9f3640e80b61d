import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { Insertable } from "kysely";
import type { NewEvent } from "@selfsame/platform/events/events";
import { insertKey } from "../../accounts/keys/keys.ts";
import { noMailer } from "../mail/mailer.ts";
import { prepareFirstStart } from "../../accounts/people/first-start.ts";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import type { VerificationSessionsTable } from "@selfsame/platform/store/schema";
import { freshStore, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { sessionRow } from "../../../testing/sessions/session-row.ts";
import { alertFallingRates, hasFallen } from "./falling-rates.ts";

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
const hourStartMs = Date.UTC(2026, 10, 21, 12);

async function start(t: TestContext, kind: StoreKind) {
  const store = await freshStore(t, kind);
  const { db } = store;
  await prepareFirstStart(store);
  const { id: accountId } = await db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const { id: keyId } = await db.selectFrom("api_keys").select("id").executeTakeFirstOrThrow();
  const reported: (readonly [NewEvent, string])[] = [];
  let nowMs = hourStartMs;
  const deps = {
    store,
    queue: { depths: async () => [] },
    alertOnce: async (event: NewEvent, occurrence: string) => void reported.push([event, occurrence]),
    resolveTxt: async () => [],
    mailer: noMailer,
    publicUrl: () => "",
    now: () => nowMs,
  };
  const check = async (atMs = hourStartMs) => {
    nowMs = atMs;
    await alertFallingRates(deps);
    return reported.splice(0).map(([{ type, data }, occurrence]) => {
      assert.equal(type, "rate.falling");
      return [data, occurrence] as const;
    });
  };
  const use = (agoMs: number, outcome: string, count: number, of: { endpoint?: string; key_id?: string } = {}) =>
    db
      .insertInto("usage")
      .values({
        hour_ms: hourStartMs - agoMs,
        account_id: accountId,
        key_id: of.key_id ?? keyId,
        endpoint: of.endpoint ?? "v3.verify",
        outcome,
        count,
        duration_ms: 0,
      })
      .execute();
  let made = 0;
  const sessions = (count: number, agoMs: number, row: Partial<Insertable<VerificationSessionsTable>>) =>
    db
      .insertInto("verification_sessions")
      .values(
        Array.from({ length: count }, () => ({
          ...sessionRow(`vs_${++made}`, accountId, hourStartMs - agoMs),
          ...row,
        })),
      )
      .execute();
  return { db, accountId, check, use, sessions };
}

test("a fall counts from ten points on, of fifty in each period, and where chance does not explain it", () => {
  const fallen = (partBefore: number, wholeBefore: number, part: number, whole: number) =>
    hasFallen({ partBefore, wholeBefore, part, whole });
  assert.ok(fallen(45, 50, 25, 50));
  assert.ok(!fallen(44, 49, 25, 50), "49 before");
  assert.ok(!fallen(45, 50, 24, 49), "49 after");
  assert.ok(fallen(900, 1000, 800, 1000), "ten points of many");
  assert.ok(!fallen(900, 1000, 801, 1000), "nearly ten");
  assert.ok(!fallen(40, 50, 32, 50), "sixteen points of fifty happen by chance");
  assert.ok(!fallen(25, 50, 45, 50), "a rise");
  assert.ok(!fallen(50, 50, 50, 50), "no error at all is no division by nothing");
});

onEachStore("rates that fall", (kind) => {
  test("the match rate of live comparisons, of the last day against the day before, in an hour's first ten minutes", async (t) => {
    const { db, accountId, check, use } = await start(t, kind);
    const { id: testKey } = (await insertKey(db, accountId, { name: "test", kind: "test" }, hourStartMs)).key;
    await use(48 * hourMs, "match", 60);
    await use(25 * hourMs, "no_match", 10);
    await use(25 * hourMs, "match", 30, { endpoint: "v2.verify" });
    await use(24 * hourMs, "match", 40);
    await use(hourMs, "no_match", 30);
    await use(hourMs, "presentation_attack", 10);
    await use(0, "passive_liveness_unsure", 20);
    // None of these counts as a failed comparison.
    await use(hourMs, "no_face", 500);
    await use(hourMs, "no_match", 500, { key_id: testKey });
    await use(hourMs, "no_match", 500, { endpoint: "v3.batch_item" });
    await use(49 * hourMs, "no_match", 500);
    const data = {
      rate: "matches",
      share: 0.4,
      of: 100,
      share_before: 0.9,
      of_before: 100,
      since: "2026-11-20T12:00:00.000Z",
    };
    const expected = [[data, `matches ${Math.floor(hourStartMs / dayMs)}`]];
    assert.deepEqual(await check(), expected);
    assert.deepEqual(await check(hourStartMs + 10 * 60_000 - 1), expected);
    assert.deepEqual(await check(hourStartMs + 10 * 60_000), []);
    await db.updateTable("accounts").set({ closed_at_ms: 1 }).execute();
    assert.deepEqual(await check(), []);
  });

  test("verified sessions of those that ended, live ones alone", async (t) => {
    const { check, sessions } = await start(t, kind);
    const verified = { status: "verified", ended_at_ms: hourStartMs } as const;
    const failed = { status: "failed", ended_at_ms: hourStartMs } as const;
    await sessions(45, dayMs + 1, verified);
    await sessions(5, 2 * dayMs, failed);
    await sessions(25, dayMs, verified);
    await sessions(24, hourMs, failed);
    // Neither open sessions nor test sessions count.
    await sessions(100, hourMs, { expires_at_ms: hourStartMs + 1 });
    await sessions(100, hourMs, { ...failed, test: 1 });
    await sessions(100, 2 * dayMs + 1, verified);
    assert.deepEqual(await check(), [], "49 ended");
    // A session that has expired counts, even if nothing has ended it yet.
    await sessions(1, hourMs, { expires_at_ms: hourStartMs });
    const data = {
      rate: "verified_sessions",
      share: 0.5,
      of: 50,
      share_before: 0.9,
      of_before: 50,
      since: "2026-11-20T12:00:00.000Z",
    };
    assert.deepEqual(await check(), [[data, `verified_sessions ${Math.floor(hourStartMs / dayMs)}`]]);
  });
});
