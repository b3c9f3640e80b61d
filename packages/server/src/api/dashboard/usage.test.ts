import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { insertKey } from "../../accounts/keys/keys.ts";
import { onEachStore } from "../../../testing/store/each-store.ts";
import { startDashboard } from "../../../testing/dashboard-harness.ts";

const hourMs = 3600_000;
const noonMs = Date.UTC(2026, 10, 21, 12);
const dayMs = Date.UTC(2026, 10, 21);
const range = `fromMs=${Date.UTC(2026, 10, 1)}&toMs=${Date.UTC(2026, 11, 1)}`;

onEachStore("dashboard: usage", (kind) => {
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

    const ofRange = async (rest: string) => (await ask(`GET /usage?${range}&${rest}`, undefined, cookie)).body;
    const report = async (rest: string) => (await ofRange(rest)).buckets;
    assert.deepEqual(await report("by=hour"), [
      { startMs: noonMs, group: null, count: 2, durationMs: 42, p50Ms: 10, p95Ms: 31 },
      { startMs: noonMs + hourMs, group: null, count: 1, durationMs: 20, p50Ms: 18, p95Ms: 20 },
    ]);
    assert.deepEqual(await report("by=day&split=outcome"), [
      { startMs: dayMs, group: "match", count: 2, durationMs: 52, p50Ms: 20, p95Ms: 31 },
      { startMs: dayMs, group: "no_match", count: 1, durationMs: 10, p50Ms: 5, p95Ms: 10 },
    ]);
    assert.deepEqual(await report(`by=month&split=key&keyId=${caller.keyId}`), [
      { startMs: Date.UTC(2026, 10), group: caller.keyId, count: 3, durationMs: 62, p50Ms: 18, p95Ms: 31 },
    ]);
    assert.deepEqual((await ofRange("by=hour&split=outcome")).total, {
      count: 3,
      durationMs: 62,
      p50Ms: 18,
      p95Ms: 31,
    });
    assert.deepEqual((await report("by=month&split=endpoint&accountId=all")).length, 2);
    const csv = await ask(`GET /usage.csv?${range}&by=day&split=endpoint`, undefined, cookie);
    assert.deepEqual(csv.text.split("\r\n"), [
      "start,group,count,duration_ms,p50_ms,p95_ms",
      "2026-11-21T00:00:00.000Z,v2.verify,2,42,10,31",
      "2026-11-21T00:00:00.000Z,v3.verify,1,20,18,20",
      "",
    ]);
    assert.equal((await ask(`GET /usage?fromMs=0&toMs=${noonMs}&by=hour`, undefined, cookie)).status, 400);

    // Rejected requests and those of test keys are sent, and count for no month.
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
    const ask20k = (rest: string) => ask(`GET /usage?${range}&by=day&accountId=all${rest}`, undefined, cookie);
    const { status, body } = await ask20k("&split=key");
    assert.deepEqual([status, body.error.code], [400, "report_too_large"]);
    assert.equal((await ask20k("")).body.total.count, 20_001);
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
    const { body } = await ask(`GET /usage?${range}&by=day`, undefined, cookie);
    assert.deepEqual(body.buckets, [
      { startMs: dayMs, group: null, count: 3, durationMs: 90, p50Ms: null, p95Ms: null },
    ]);
    assert.equal(
      (await ask(`GET /usage.csv?${range}&by=day`, undefined, cookie)).text.split("\r\n")[1]?.slice(-8),
      ",,3,90,,",
    );
  });

  test("keys that usage is split by come with their names, those of other accounts for operators only", async (t) => {
    const { ask, claim, addMember, access, store, now } = await startDashboard(t, kind);
    const owner = await claim();
    const member = await addMember(owner, "member@example.com");
    const { key, secret } = await insertKey(store.db, member.id, { name: "Till", kind: "private" }, now());
    const found = await access.identify(`Bearer ${secret}`);
    assert.ok(found.outcome === "known");
    await access.record({ caller: found.caller, endpoint: "v3.verify", outcome: "match", durationMs: 20 });
    const named = { [key.id]: { name: "Till", display: key.display, account: "member@example.com" } };
    for (const [cookie, rest, keys] of [
      [owner, "&accountId=all", named],
      [owner, "", {}],
      [member.cookie, "", named],
    ] as const) {
      const { body } = await ask(`GET /usage?${range}&by=day&split=key${rest}`, undefined, cookie);
      assert.deepEqual(body.keys, keys);
    }
  });
});
