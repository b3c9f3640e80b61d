import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { freshStore } from "../../../testing/store/each-store.ts";
import { silent } from "../log.ts";
import type { Store } from "../store.ts";
import { gatherRegularly } from "./statistics.ts";

const insert = ({ db }: Store, count: number) =>
  sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO usage_batches (id, written_at_ms) SELECT 'batch ' || i || ' of ' || ${count}, i FROM n`.execute(db);
const schemaVersion = async (db: Store["db"]) =>
  (await sql<{ schema_version: number }>`PRAGMA schema_version`.execute(db)).rows[0]?.schema_version;
const statisticsOf = async ({ db }: Store) =>
  (await sql<{ stat: string }>`SELECT stat FROM sqlite_stat1 WHERE tbl = 'usage_batches' ORDER BY idx`.execute(db))
    .rows;

test("statistics are gathered at the end, and again when a table has grown, on a thread of their own", async (t) => {
  const store = await freshStore(t, "sqlite");
  await insert(store, 50);
  await gatherRegularly(store, silent)();
  const [first] = await statisticsOf(store);
  assert.match(first?.stat ?? "", /^50 /);
  await insert(store, 2000);
  const before = await schemaVersion(store.db);
  await gatherRegularly(store, silent)();
  const [then] = await statisticsOf(store);
  assert.match(then?.stat ?? "", /^2050 /);
  assert.notEqual(await schemaVersion(store.db), before, "open connections read them");
  assert.equal(await schemaVersion(store.reports), await schemaVersion(store.db));
  await gatherRegularly(store, silent)();
  const { rows } = await sql`SELECT name FROM sqlite_master WHERE name = 'schema_has_changed'`.execute(store.db);
  assert.deepEqual(rows, []);
});
