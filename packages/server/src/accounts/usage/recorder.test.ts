import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { sql } from "kysely";
import type { Log } from "@selfsame/platform/store/log";
import { freshStore, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { testCaller } from "../../../testing/test-caller.ts";
import { until } from "@selfsame/platform/testing/until";
import { prepareFirstStart } from "../people/first-start.ts";
import { withoutKey } from "../access/without-key.ts";
import { createUsageRecorder } from "./recorder.ts";
import { sumUsage, usedSince } from "./report.ts";
import { hourMs } from "./rows.ts";

onEachStore("usage", (kind) => {
  async function start(t: TestContext) {
    const store = await freshStore(t, kind);
    await prepareFirstStart(store);
    const key = await store.db.selectFrom("api_keys").select(["id", "account_id"]).executeTakeFirstOrThrow();
    const caller = testCaller({ keyId: key.id, accountId: key.account_id });
    const clock = { nowMs: Date.UTC(2026, 10, 24, 12) };
    const now = () => clock.nowMs;
    const said: string[] = [];
    const say = (_detail: object, text: string) => void said.push(text);
    const recorder = createUsageRecorder(store, { info: say, warn: say, error: say }, now);
    t.after(() => recorder.stop());
    const record = (outcome: string) => recorder.record({ caller, endpoint: "v3.verify", outcome, durationMs: 120 });
    const counts = async () => {
      const rows = await store.db.selectFrom("usage").select(["outcome", "count", "duration_ms"]).execute();
      return rows.map(({ outcome, count, duration_ms }) => `${outcome} ${count} ${duration_ms}`).toSorted();
    };
    return { store, clock, recorder, record, counts, said };
  }

  test("of requests at once each is counted once, when its record is there", async (t) => {
    const { record, counts } = await start(t);
    await Promise.all(["match", "no_match", "match", "match"].map(record));
    await record("match");
    assert.deepEqual(await counts(), ["match 4 480", "no_match 1 120"]);
  });

  test("requests without a key are apart by account, and count for the month if they are live", async (t) => {
    const { store, recorder, clock } = await start(t);
    const callers = ["acc_a", "acc_b"].flatMap((accountId) =>
      [false, true].map((isTest) => testCaller({ keyId: withoutKey(accountId, isTest), accountId, test: isTest })),
    );
    const outcome = { endpoint: "v3.session_attempt", outcome: "match", durationMs: 120 };
    await Promise.all(callers.map((caller) => recorder.record({ caller, ...outcome })));
    for (const accountId of ["acc_a", "acc_b"]) {
      const span = { accountId, fromMs: clock.nowMs - hourMs, toMs: clock.nowMs + hourMs };
      const sums = (isTest?: boolean) =>
        sumUsage(store.db, { ...span, by: "day", split: "key", ...(isTest !== undefined && { test: isTest }) });
      assert.deepEqual(
        (await sums()).map(({ group, count }) => [group, count]),
        [["none", 2]],
      );
      assert.deepEqual(
        (await sums(false)).map(({ count }) => count),
        [1],
      );
      assert.equal(await usedSince(store, { column: "account_id", ids: [accountId] }, span.fromMs), 1);
    }
  });

  test("a key's day is written on its first use of that day, and not again", async (t) => {
    const { store, clock, record } = await start(t);
    const day = async () =>
      (await store.db.selectFrom("api_keys").select("last_used_day").executeTakeFirstOrThrow()).last_used_day;
    const settle = () => record("match").then(() => record("match"));
    await settle();
    assert.equal(await day(), "2026-11-24");
    await store.db.updateTable("api_keys").set({ last_used_day: null }).execute();
    await settle();
    assert.equal(await day(), null, "it is known to be written");
    clock.nowMs += 24 * 3600_000;
    await settle();
    assert.equal(await day(), "2026-11-25");
  });

  test("what the database does not take is reported, stored on disk and counted later", async (t) => {
    const { store, record, recorder, counts, said } = await start(t);
    await sql`ALTER TABLE usage RENAME TO usage_away`.execute(store.db);
    await record("match");
    assert.deepEqual(said, ["usage could not be written: kept on disk"]);
    await sql`ALTER TABLE usage_away RENAME TO usage`.execute(store.db);
    await recorder.replay();
    assert.deepEqual(await counts(), ["match 1 120"]);
  });
});

onEachStore("usage stored on disk", (kind) => {
  test("is written though a damaged file comes before it, and that is said once", async (t) => {
    const store = await freshStore(t, kind);
    await prepareFirstStart(store);
    const key = await store.db.selectFrom("api_keys").select(["id", "account_id"]).executeTakeFirstOrThrow();
    const counts = { hour_ms: 0, count: 3, duration_ms: 1, endpoint: "v3.verify", outcome: "match" };
    const stored = { id: "kept", rows: [{ ...counts, key_id: key.id, account_id: key.account_id }] };
    const folder = join(store.dataDir, "usage-to-write");
    await mkdir(folder);
    await writeFile(join(folder, "a.json"), '{"id":"a","rows":[{"hour');
    await writeFile(join(folder, "b.json"), JSON.stringify(stored));

    const said: string[] = [];
    const say = (detail: object, text: string) => void said.push(`${text} ${JSON.stringify(detail)}`);
    const log: Log = { info: () => {}, warn: say, error: say };
    const recorder = createUsageRecorder(store, log, Date.now);
    const written = () => store.db.selectFrom("usage").select("count").execute();
    t.after(() => recorder.stop());
    await until(async () => (await written()).length > 0 || said.length > 1);
    for (let again = 0; again < 3; again++) await recorder.replay();
    assert.deepEqual(
      (await written()).map(({ count }) => count),
      [3],
    );
    assert.equal(said.length, 1, said.join("\n"));
    assert.match(said[0] ?? "", /a\.json\.bad/);
  });

  test("that the database does not take is said once, and tried again", async (t) => {
    const store = await freshStore(t, kind);
    const counts = { hour_ms: 0, count: 3, duration_ms: 1, endpoint: "v3.verify", outcome: "match", no_column: 1 };
    const folder = join(store.dataDir, "usage-to-write");
    await mkdir(folder);
    await writeFile(
      join(folder, "a.json"),
      JSON.stringify({ id: "a", rows: [{ ...counts, key_id: "k", account_id: "a" }] }),
    );
    const said: string[] = [];
    const say = (_detail: object, text: string) => void said.push(text);
    const recorder = createUsageRecorder(store, { info: say, warn: say, error: say }, Date.now);
    t.after(() => recorder.stop());
    for (let again = 0; again < 3; again++) await recorder.replay();
    assert.deepEqual(said, ["kept usage could not be written"]);
  });
});
