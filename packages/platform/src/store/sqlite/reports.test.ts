import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { freshStore, tempDir } from "../../../testing/store/each-store.ts";
import { openStore } from "../store.ts";

/** Some hundred milliseconds of work for the database. */
const slow = sql<{ n: number }>`
  WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT count(*) AS n FROM n`;

test("nothing waits for a report", async (t) => {
  const store = await freshStore(t, "sqlite");
  const ended: string[] = [];
  const report = slow.execute(store.reports).then(({ rows }) => {
    ended.push("report");
    return rows;
  });
  for (const turn of ["first", "second"]) {
    await store.db.insertInto("usage_batches").values({ id: turn, written_at_ms: 0 }).execute();
    ended.push(turn);
  }
  assert.deepEqual(await report, [{ n: 1_000_000 }]);
  assert.deepEqual(ended, ["first", "second", "report"]);
  const seen = await store.reports.selectFrom("usage_batches").select("id").orderBy("id").execute();
  assert.deepEqual(seen, [{ id: "first" }, { id: "second" }]);
});

test("reports read, and a wrong one fails alone", async (t) => {
  const { reports } = await freshStore(t, "sqlite");
  await assert.rejects(reports.deleteFrom("accounts").execute(), /readonly/);
  await assert.rejects(sql`SELECT missing FROM accounts`.execute(reports), /no such column/);
  await assert.rejects(
    reports.transaction().execute(async () => {}),
    /no transactions/,
  );
  assert.deepEqual(await reports.selectFrom("accounts").selectAll().execute(), []);
});

test("a store that closes waits for no report", async (t) => {
  const store = await openStore({ dataDir: await tempDir(t) });
  const reports = [1, 2, 3].map(() => slow.execute(store.reports));
  const ended = reports.slice(1).map((report) => assert.rejects(report, /has ended/));
  await reports[0];
  await store.close();
  await Promise.all(ended);
  await assert.rejects(slow.execute(store.reports), /destroyed|closed/);
});
