import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { freshStore, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { commandLine } from "@selfsame/platform/audit/audit";
import { silent } from "@selfsame/platform/store/log";
import type { Store } from "@selfsame/platform/store/store";
import { changeRetention, retentionOf, tooLong } from "./own-retention.ts";
import { defaultRetention } from "./periods.ts";
import { sweepStore } from "./retention.ts";

const dayMs = 24 * 3600_000;
const nowMs = Date.UTC(2026, 10, 21);

/** Inserts a row of each kind that an account may store for a shorter time, five days old. */
async function fill({ db }: Store, account_id: string): Promise<void> {
  const made = { plan: "unlimited", created_at_ms: nowMs };
  await db
    .insertInto("accounts")
    .values({ id: account_id, name: account_id, ...made })
    .execute();
  const atMs = nowMs - 5 * dayMs;
  await sql`INSERT INTO verification_sessions
    (id, account_id, status, version, test, metadata, challenge, attempts, attempts_allowed, has_reference, reference_photos, model, created_at_ms, expires_at_ms, ended_at_ms)
    VALUES (${`vs_${account_id}`}, ${account_id}, 'verified', 1, 0, '{}', 'off', 1, 1, 0, 0, 'm', ${atMs}, ${atMs}, ${atMs})`.execute(
    db,
  );
  await sql`INSERT INTO batches (id, account_id, key_id, status, total, done, failed, created_at_ms, ended_at_ms)
    VALUES (${`bt_${account_id}`}, ${account_id}, 'k', 'completed', 1, 1, 0, ${atMs}, ${atMs})`.execute(db);
  await sql`INSERT INTO requests (id, account_id, key_id, request_id, route, status, outcome, issues, stages, duration_ms, node, created_at_ms, test)
    VALUES (${`rq_${account_id}`}, ${account_id}, 'k', 'r', 'POST /api/v3/verify', 200, 'match', '{}', '{}', 1, 'n', ${atMs}, 0)`.execute(
    db,
  );
}

async function accountsLeft({ db }: Store) {
  const tables = ["verification_sessions", "batches", "requests"] as const;
  return Promise.all(
    tables.map(async (table) =>
      (await db.selectFrom(table).select("account_id").orderBy("account_id").execute()).map((row) => row.account_id),
    ),
  );
}

onEachStore("retention of accounts", (kind) => {
  test("a session goes when its person was told it would, also where the account stores sessions for longer since", async (t) => {
    const store = await freshStore(t, kind);
    await fill(store, "told");
    await fill(store, "usual");
    const told = store.db.updateTable("verification_sessions").where("account_id", "=", "told");
    await told.set({ consented_days: 30 }).execute();
    await sweepStore(store, nowMs + 25 * dayMs, silent);
    assert.deepEqual((await accountsLeft(store))[0], ["told", "usual"], "not before its time");
    await sweepStore(store, nowMs + 25 * dayMs + 1, silent);
    assert.deepEqual((await accountsLeft(store))[0], ["usual"]);
  });

  test("what an account stores for less time goes, another account's stays, and so does what it did not name", async (t) => {
    const store = await freshStore(t, kind);
    await fill(store, "brief");
    await fill(store, "usual");
    const change = (days: Parameters<typeof changeRetention>[3]) =>
      changeRetention(store.db, commandLine, "brief", days, nowMs);
    const both = ["brief", "usual"];
    await change({ sessionsDays: 5, batchResultsDays: 5, requestLogDays: 5 });
    await sweepStore(store, nowMs, silent);
    assert.deepEqual(await accountsLeft(store), [both, both, both], "not before its time");
    await change({ requestLogDays: null });
    await sweepStore(store, nowMs + 1, silent);
    assert.deepEqual(await accountsLeft(store), [["usual"], ["usual"], both]);
    await sweepStore(store, nowMs + 1, silent, { ...defaultRetention, sessionsDays: 4, requestLogDays: 6 });
    assert.deepEqual(await accountsLeft(store), [[], ["usual"], both], "the operator's holds for every account");
    const audit = await store.db.selectFrom("audit").select(["action", "target"]).orderBy("id", "desc").execute();
    const expected = ["retention_changed", "sessions 5, batches 5, requests default"];
    assert.deepEqual([audit[0]?.action, audit[0]?.target], expected);
  });

  test("what the operator shortens later holds, too", async (t) => {
    const store = await freshStore(t, kind);
    await fill(store, "brief");
    await changeRetention(store.db, commandLine, "brief", { sessionsDays: 60, requestLogDays: 3 }, nowMs);
    const shorter = { sessionsDays: 30, batchResultsDays: 30, requestLogDays: 7 };
    assert.deepEqual(await retentionOf(store.db, "brief", shorter), { ...shorter, requestLogDays: 3 });
  });
});

test("no account may store for longer than the installation", () => {
  assert.equal(tooLong({ sessionsDays: 90, batchResultsDays: null }, defaultRetention), undefined);
  assert.equal(tooLong({ sessionsDays: 90, requestLogDays: 8 }, defaultRetention), "requestLogDays");
  assert.equal(tooLong({ requestLogDays: 1 }, { ...defaultRetention, requestLogDays: 0 }), "requestLogDays");
});
