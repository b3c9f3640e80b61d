import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { freshStore } from "../../../testing/store/each-store.ts";
import type { Store } from "../store.ts";
import { patienceMs } from "./dialect.ts";
import { StoreUnavailable } from "../outage.ts";
import { databaseFile } from "../data-folder.ts";

/** Another connection to the same file, as from another process. */
function openAnother(t: TestContext, { dataDir }: Store): DatabaseSync {
  const other = new DatabaseSync(databaseFile(dataDir));
  t.after(() => other.close());
  return other;
}

const insert = ({ db }: Pick<Store, "db">, id: string) =>
  db.insertInto("usage_batches").values({ id, written_at_ms: 0 }).execute();
const idsOf = async ({ db }: Pick<Store, "db">) =>
  (await db.selectFrom("usage_batches").select("id").orderBy("id").execute()).map(({ id }) => id);

test("while another process writes, who writes waits aside, and who reads does not wait", async (t) => {
  const store = await freshStore(t, "sqlite");
  const other = openAnother(t, store);
  other.exec("BEGIN IMMEDIATE");
  let written = false;
  const writing = Promise.all([
    insert(store, "alone"),
    store.db.transaction().execute((db) => insert({ db }, "within")),
  ]).then(() => (written = true));
  assert.deepEqual(await idsOf(store), []);
  assert.equal(written, false);
  other.exec("COMMIT");
  await writing;
  assert.deepEqual(await idsOf(store), ["alone", "within"]);
});

test("while another process writes for long, whoever has to write is rejected after two seconds, however many wait, and reads go on", async (t) => {
  const store = await freshStore(t, "sqlite");
  const other = openAnother(t, store);
  other.exec("BEGIN IMMEDIATE");
  const startMs = performance.now();
  const writing = Promise.allSettled(
    Array.from({ length: 20 }, (_, i) => store.run(() => insert(store, `writer ${i}`))),
  );
  let done = false;
  void writing.then(() => (done = true));
  // oxlint-disable-next-line no-unmodified-loop-condition
  while (!done) {
    assert.deepEqual(await store.run(() => idsOf(store)), []);
    await pause(20);
  }
  const rejected = await writing;
  assert.ok(rejected.every((one) => one.status === "rejected" && one.reason instanceof StoreUnavailable));
  // One after the other they would take twenty times as long.
  assert.ok(performance.now() - startMs < 5 * patienceMs);
  other.exec("ROLLBACK");
  await store.run(() => insert(store, "then"));
});

test("a transaction sees what it wrote, others when it is done", async (t) => {
  const store = await freshStore(t, "sqlite");
  await store.db.transaction().execute(async (db) => {
    await insert({ db }, "x");
    assert.deepEqual(await idsOf({ db }), ["x"]);
    assert.deepEqual(await idsOf(store), []);
  });
  assert.deepEqual(await idsOf(store), ["x"]);
  const failing = store.db.transaction().execute(async (db) => {
    await insert({ db }, "y");
    throw new Error("no");
  });
  await assert.rejects(failing, /^Error: no$/);
  assert.deepEqual(await idsOf(store), ["x"]);
});

test("of writers in one process there is one at a time, and a connection stays its own", async (t) => {
  const store = await freshStore(t, "sqlite");
  const order: string[] = [];
  const first = store.db.connection().execute(async (db) => {
    await sql`PRAGMA synchronous = NORMAL`.execute(db);
    order.push("first begins");
    await idsOf(store);
    await db.transaction().execute((db) => insert({ db }, "first"));
    await sql`PRAGMA synchronous = FULL`.execute(db);
    order.push("first ends");
  });
  const second = insert(store, "second").then(() => order.push("second"));
  await Promise.all([first, second]);
  assert.deepEqual(order, ["first begins", "first ends", "second"]);
});

test("work that asks one thing after the other leaves others their turn", async (t) => {
  const store = await freshStore(t, "sqlite");
  let turns = 0;
  const count = () => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  // Counted and not timed: on a busy machine a tenth of a second may have no turns and no queries.
  // oxlint-disable-next-line no-unmodified-loop-condition
  for (let asked = 0; turns < 3 && asked < 20_000; asked++) await idsOf(store);
  clearImmediate(next);
  assert.ok(turns >= 3, `${turns} turns beside 20,000 questions`);
});

test("a full disk is said as what it is, and what is there stays", async (t) => {
  const store = await freshStore(t, "sqlite");
  await insert(store, "before");
  const { rows } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(store.db);
  await sql`PRAGMA max_page_count = ${sql.lit(rows[0]?.page_count)}`.execute(store.db);
  const filling = store.db.transaction().execute(async (db) => {
    for (let i = 0; i < 100; i++) await insert({ db }, `${i} ${"x".repeat(1000)}`);
  });
  await assert.rejects(filling, /database or disk is full/);
  assert.deepEqual(await idsOf(store), ["before"]);
  await sql`PRAGMA max_page_count = 100000`.execute(store.db);
  await insert(store, "then");
  assert.deepEqual(await idsOf(store), ["before", "then"]);
});
