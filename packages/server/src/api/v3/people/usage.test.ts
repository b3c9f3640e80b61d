import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { insertKey } from "../../../accounts/keys/keys.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { startDashboard } from "../../../../testing/dashboard-harness.ts";

const hourMs = 3600_000;
const noonMs = Date.UTC(2026, 10, 21, 12);
const usage = "GET /api/v3/usage?from=2026-11-01&to=2026-11-30";

onEachStore("a user of the dashboard: usage", (kind) => {
  test("usage is returned by hour, day and month, split and as CSV", async (t) => {
    const { ask, claim, access, first, store, advance } = await startDashboard(t, kind);
    const cookie = await claim();
    const found = await access.identify(`Bearer ${first.apiKey}`);
    assert.ok(found.outcome === "known");
    const { caller } = found;
    await access.record({ caller, endpoint: "v2.verify", outcome: "match", durationMs: 32 });
    await access.record({ caller, endpoint: "v2.verify", outcome: "no_match", durationMs: 10 });
    advance(hourMs);
    await access.record({ caller, endpoint: "v3.verify", outcome: "match", durationMs: 20 });

    const ofRange = async (rest: string) => (await ask(`${usage}&${rest}`, undefined, cookie)).body.data;
    const report = async (rest: string) => (await ofRange(rest)).rows;
    assert.deepEqual(await report("by=hour"), [
      { group: "2026-11-21T12:00:00.000Z", requests: 2, duration_ms: 42, p50_ms: 10, p95_ms: 31 },
      { group: "2026-11-21T13:00:00.000Z", requests: 1, duration_ms: 20, p50_ms: 18, p95_ms: 20 },
    ]);
    assert.deepEqual(await report("by=day&split=outcome"), [
      { group: "2026-11-21", split: "match", requests: 2, duration_ms: 52, p50_ms: 20, p95_ms: 31 },
      { group: "2026-11-21", split: "no_match", requests: 1, duration_ms: 10, p50_ms: 5, p95_ms: 10 },
    ]);
    assert.deepEqual(await report(`by=month&split=key&key_id=${caller.keyId}`), [
      { group: "2026-11", split: caller.keyId, requests: 3, duration_ms: 62, p50_ms: 18, p95_ms: 31 },
    ]);
    assert.deepEqual((await ofRange("by=hour&split=outcome")).total, {
      requests: 3,
      duration_ms: 62,
      p50_ms: 18,
      p95_ms: 31,
    });
    assert.deepEqual((await report("by=month&split=endpoint&account_id=all")).length, 2);
    for (const [from, to, rows] of [
      ["2026-11-21T12:00:00Z", "2026-11-21T13:00:00Z", 1],
      ["2026-11-21T12:00:00Z", "2026-11-21", 2],
      ["2026-11-21T13:30:00Z", "2026-11-21T15:00:00Z", 0],
    ] as const) {
      const { body } = await ask(`GET /api/v3/usage?by=hour&from=${from}&to=${to}`, undefined, cookie);
      assert.deepEqual([body.data.from, body.data.to, body.data.rows.length], [from, to, rows]);
    }
    assert.deepEqual(await report("by=day&mode=test"), []);
    const csv = await ask(`${usage}&by=day&split=endpoint`, undefined, cookie, { accept: "text/csv, */*;q=0.1" });
    assert.deepEqual(csv.text.split("\r\n"), [
      "group,split,requests,duration_ms,p50_ms,p95_ms",
      "2026-11-21,v2.verify,2,42,10,31",
      "2026-11-21,v3.verify,1,20,18,20",
      "",
    ]);

    // Rejected requests and those of test keys count as sent, and not towards the month.
    const { id: testKey } = (await insertKey(store.db, caller.accountId, { name: "test", kind: "test" }, noonMs)).key;
    const sent = { hour_ms: noonMs, account_id: caller.accountId, endpoint: "v3.verify", count: 5, duration_ms: 0 };
    await store.db
      .insertInto("usage")
      .values([
        { ...sent, key_id: caller.keyId, outcome: "rate_limited" },
        { ...sent, key_id: testKey, outcome: "match" },
      ])
      .execute();
    const month = async () => {
      const [account] = (await ask("GET /accounts", undefined, cookie)).body.accounts;
      return [account.monthCount, account.monthUsed, account.monthQuota];
    };
    assert.deepEqual(await month(), [13, 3, null]);
    await store.db.updateTable("accounts").set({ plan: "free" }).execute();
    assert.deepEqual(await month(), [13, 3, 1000]);
  });

  test("a report that would be longer than anybody reads is refused", async (t) => {
    const { ask, claim, store } = await startDashboard(t, kind);
    const cookie = await claim();
    await sql`INSERT INTO usage (hour_ms, key_id, account_id, endpoint, outcome, count, duration_ms)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= 20000)
      SELECT ${sql.lit(noonMs)}, 'key_' || i, 'acc', 'v3.verify', 'match', 1, 1 FROM n`.execute(store.db);
    const ask20k = (rest: string) => ask(`${usage}&by=day&account_id=all${rest}`, undefined, cookie);
    const { status, body } = await ask20k("&split=key");
    assert.deepEqual([status, body.error.code, body.error.param], [400, "invalid_parameter", "from"]);
    assert.equal((await ask20k("")).body.data.total.requests, 20_001);
  });

  test("usage from before times were counted has a mean and no percentiles", async (t) => {
    const { ask, claim, access, first, store } = await startDashboard(t, kind);
    const cookie = await claim();
    const found = await access.identify(`Bearer ${first.apiKey}`);
    assert.ok(found.outcome === "known");
    const { keyId, accountId } = found.caller;
    const before = { endpoint: "v2.verify", outcome: "match", count: 3, duration_ms: 90 };
    await store.db
      .insertInto("usage")
      .values({ hour_ms: noonMs, key_id: keyId, account_id: accountId, ...before })
      .execute();
    const { body } = await ask(usage, undefined, cookie);
    assert.deepEqual(body.data.rows, [
      { group: "2026-11-21", requests: 3, duration_ms: 90, p50_ms: null, p95_ms: null },
    ]);
    const csv = await ask(usage, undefined, cookie, { accept: "text/csv" });
    assert.equal(csv.text.split("\r\n")[1], "2026-11-21,,3,90,,");
  });

  test("keys that usage is split by come with their names, those of other accounts for operators only", async (t) => {
    const { ask, claim, addMember, access, store, now } = await startDashboard(t, kind);
    const owner = await claim();
    const member = await addMember(owner, "member@example.com");
    const { key, secret } = await insertKey(store.db, member.id, { name: "Till", kind: "private" }, now());
    const found = await access.identify(`Bearer ${secret}`);
    assert.ok(found.outcome === "known");
    await access.record({ caller: found.caller, endpoint: "v3.verify", outcome: "match", durationMs: 20 });
    const named = { [key.id]: { name: "Till", display: key.display } };
    const withAccount = { [key.id]: { ...named[key.id], account: "member@example.com" } };
    for (const [cookie, rest, keys] of [
      [owner, "&account_id=all", withAccount],
      [owner, `&account_id=${member.id}`, named],
      [owner, "", {}],
      [member.cookie, "", named],
    ] as const) {
      const { body } = await ask(`${usage}&split=key${rest}`, undefined, cookie);
      assert.deepEqual(body.data.keys, keys);
    }
  });
});
