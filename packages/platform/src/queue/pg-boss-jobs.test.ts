/** Jobs that an earlier version left in tables of pg-boss, created here as that version did: schema 43, of pg-boss 12. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { sql } from "kysely";
import { noPostgres } from "../../testing/store/each-store.ts";
import { freshQueue } from "../../testing/jobs/queue-harness.ts";
import { until } from "../../testing/until.ts";
import { silent } from "../store/log.ts";
import { movePgBossJobs } from "./pg-boss-jobs.ts";

const kinds = { paint: { leaseSeconds: 600, attemptsMax: 3 } };

const tables = [
  "DROP SCHEMA IF EXISTS selfsame_jobs CASCADE",
  "CREATE SCHEMA selfsame_jobs",
  "CREATE TYPE selfsame_jobs.job_state AS ENUM ('created', 'retry', 'active', 'completed', 'cancelled', 'failed')",
  `CREATE TABLE selfsame_jobs.job (
    id uuid NOT NULL DEFAULT gen_random_uuid(), name text NOT NULL, priority integer NOT NULL DEFAULT 0, data jsonb,
    state selfsame_jobs.job_state NOT NULL DEFAULT 'created', retry_count integer NOT NULL DEFAULT 0,
    expire_seconds integer NOT NULL DEFAULT 900, group_id text, group_tier text,
    start_after timestamptz NOT NULL DEFAULT now(), created_on timestamptz NOT NULL DEFAULT now(),
    started_on timestamptz, completed_on timestamptz, PRIMARY KEY (name, id)
  ) PARTITION BY LIST (name)`,
  "CREATE TABLE selfsame_jobs.job_common PARTITION OF selfsame_jobs.job DEFAULT",
];

/** A database that such a version used, and this version's queue. */
async function start(t: TestContext, { hasOtherVersion = false } = {}) {
  const node = await freshQueue(t, "postgres", kinds);
  const { db } = node.store;
  for (const statement of tables) await sql.raw(statement).execute(db);
  t.after(() => sql`DROP SCHEMA selfsame_jobs CASCADE`.execute(db).catch(() => {}));
  const world = { hasOtherVersion };
  const move = () => {
    const stop = movePgBossJobs({
      store: node.store,
      kinds,
      log: silent,
      hasOtherVersion: async () => world.hasOtherVersion,
      everyMs: 10,
    });
    t.after(stop);
    return stop;
  };
  const put = (columns: string, ...values: string[]) =>
    sql.raw(`INSERT INTO selfsame_jobs.job (${columns}) VALUES ${values.map((row) => `(${row})`).join()}`).execute(db);
  const left = async () => {
    const { rows } = await sql<{ name: string }>`SELECT name FROM selfsame_jobs.job ORDER BY name`.execute(db);
    return rows.map(({ name }) => name);
  };
  return { node, ...node, world, move, put, left };
}

test("jobs that wait, were tried or hang go on where they were, each once", { skip: noPostgres }, async (t) => {
  const { node, queue, put, move, left, store } = await start(t);
  await put(
    "name, data, state, created_on, priority, group_id, group_tier, start_after, started_on, retry_count, expire_seconds",
    `'paint', '{"number":1}', 'created', now() - interval '9 s', 0, 'acct_1', 'we_1', now(), NULL, 0, 600`,
    `'paint', '{"number":2}', 'created', now() - interval '8 s', 0, 'acct_1', 'we_1', now() - interval '8 s', NULL, 0, 600`,
    `'paint', '{"number":3}', 'created', now(), 0, NULL, NULL, now() + interval '1 hour', NULL, 0, 600`,
    `'paint', '{"number":4}', 'retry', now(), -1, 'acct_4', NULL, now(), now() - interval '1 hour', 1, 600`,
    `'paint', '{"number":5}', 'active', now(), 0, 'acct_5', NULL, now(), now() - interval '1 hour', 2, 600`,
    `'paint', '{"number":7}', 'completed', now(), 0, 'acct_7', NULL, now(), now(), 0, 600`,
    `'paint.dead', '{"number":8}', 'created', now(), 0, NULL, NULL, now(), NULL, 0, 60`,
    `'__pgboss__maintenance', '{}', 'created', now(), 0, NULL, NULL, now(), NULL, 0, 60`,
  );
  await Promise.all([move()(), move()()]);
  const depth = async (name: string) => (await queue.depths()).find((each) => each.name === name);
  assert.deepEqual(await left(), [], "what is over is deleted with the rest");
  const { oldestSeconds = 0, ...counts } = (await depth("paint")) ?? {};
  assert.deepEqual(counts, { name: "paint", ready: 4, delayed: 1, active: 0 });
  assert.ok(oldestSeconds >= 8, String(oldestSeconds));

  const claimed = await queue.claim("paint", 9);
  const found = new Map(claimed.map((job) => [job.data["number"], job]));
  assert.equal(found.size, 3, "the fifth had all its attempts, and the third is not due");
  const first = { attempt: 1, account: "acct_1", target: "we_1", priority: 0 };
  for (const [number, is] of [
    [1, first],
    [2, first],
    [4, { attempt: 3, account: "acct_4", target: "", priority: -1 }],
  ] as const)
    assert.partialDeepStrictEqual(found.get(number), is);
  for (const job of claimed) await node.done(job);
  const dead = await queue.claim("paint.dead", 9);
  assert.deepEqual(new Set(dead.map(({ data }) => data["number"])), new Set([5, 8]));
  const third = await store.db.selectFrom("jobs").select("run_at_ms").where("name", "=", "paint").execute();
  assert.ok(third.length === 1 && Math.abs((third[0]?.run_at_ms ?? 0) - Date.now() - 3600_000) < 600_000);
});

test(
  "beside a node of before, what it puts in moves, and what it works on is its own",
  { skip: noPostgres },
  async (t) => {
    const { queue, put, move, left, world } = await start(t, { hasOtherVersion: true });
    const stop = move();
    await put("name, data, state, started_on", `'paint', '{"number":1}', 'active', now()`);
    await put("name, data", `'paint', '{"number":2}'`);
    await until(async () => (await queue.depths()).some(({ ready }) => ready === 1));
    await put("name, data", `'paint', '{"number":3}'`);
    await until(async () => (await queue.depths()).some(({ ready }) => ready === 2));
    assert.deepEqual(await left(), ["paint"]);
    world.hasOtherVersion = false;
    await put("name, data", `'paint', '{"number":4}'`);
    await until(async () => (await queue.depths()).some(({ ready }) => ready === 3));
    assert.deepEqual(await left(), ["paint"], "its lease lasts");
    await stop();
  },
);

test("a database without pg-boss, and one where it never ran", { skip: noPostgres }, async (t) => {
  const { store, move, queue } = await start(t);
  await move()();
  await sql`DROP SCHEMA selfsame_jobs CASCADE`.execute(store.db);
  await move()();
  await sql`CREATE SCHEMA selfsame_jobs`.execute(store.db);
  await move()();
  assert.deepEqual(await queue.depths(), []);
});
