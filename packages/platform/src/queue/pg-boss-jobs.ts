import { sql } from "kysely";
import type { Log } from "../store/log.ts";
import { StoreUnavailable } from "../store/outage.ts";
import type { Store } from "../store/store.ts";
import { atOnce } from "./clock.ts";
import { type JobKinds, withDeadLetters } from "./kinds.ts";

export interface PgBossJobs {
  readonly store: Store;
  readonly kinds: JobKinds;
  readonly log: Log;
  /** Whether a node of another version uses the database: an older one enqueues jobs there. */
  readonly hasOtherVersion: () => Promise<boolean>;
  readonly everyMs?: number;
}

/**
 * Earlier versions kept PostgreSQL's jobs in tables of pg-boss 12. Moves them here until none is left and no node adds more. The empty tables stay: an
 * older node may still read them. @returns stops it
 */
export function movePgBossJobs({
  store,
  kinds,
  log,
  hasOtherVersion,
  everyMs = 5000,
}: PgBossJobs): () => Promise<void> {
  if (store.kind === "sqlite") return async () => {};
  const names = Object.keys(withDeadLetters(kinds));
  const step = async () => {
    try {
      const mayHaveMore = await store.run(hasOtherVersion);
      if (!(await store.run(() => moveJobs(store, names, log))) || mayHaveMore) return;
      await store.run(() => sql`DELETE FROM selfsame_jobs.job`.execute(store.db));
      clearInterval(timer);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) log.error({ err: error }, "jobs of pg-boss could not be moved");
    }
  };
  const timer = setInterval(() => {
    working = working.then(step);
  }, everyMs).unref();
  let working = step();
  return async () => {
    clearInterval(timer);
    await working;
  };
}

const atATime = 1000;

/**
 * Moves waiting jobs, and claimed ones that were not settled in time. One statement each: an older node either has a job or finds it gone.
 * @returns whether nothing is left
 */
async function moveJobs({ db }: Store, names: readonly string[], log: Log): Promise<boolean> {
  const { rows: found } = await sql`SELECT 1 WHERE to_regclass('selfsame_jobs.job') IS NOT NULL`.execute(db);
  if (found.length === 0) return true;
  const isOurs = sql`name IN (${sql.join(names)})`;
  for (let moved = atATime; moved === atATime;) {
    const { numAffectedRows } = await sql`
      WITH free AS MATERIALIZED (
        SELECT name, id FROM selfsame_jobs.job
        WHERE ${isOurs} AND (state < 'active' OR (state = 'active' AND started_on + expire_seconds * interval '1 second' < now()))
        ORDER BY created_on LIMIT ${sql.lit(atATime)} FOR UPDATE SKIP LOCKED
      ), old AS (
        DELETE FROM selfsame_jobs.job AS job USING free WHERE job.name = free.name AND job.id = free.id RETURNING job.*
      )
      INSERT INTO jobs (name, data, account, target, priority, run_at_ms, attempts, created_at_ms)
      SELECT name, data::text, coalesce(group_id, ''), coalesce(group_tier, ''), priority,
        CASE WHEN start_after <= now() THEN ${sql.lit(atOnce)} ELSE (extract(epoch FROM start_after) * 1000)::bigint END,
        CASE WHEN started_on IS NULL THEN 0 ELSE retry_count + 1 END,
        (extract(epoch FROM created_on) * 1000)::bigint
      FROM old ORDER BY created_on`.execute(db);
    moved = Number(numAffectedRows ?? 0);
    if (moved > 0) log.info({ jobs: moved }, "jobs of pg-boss were moved");
  }
  const { rows: left } =
    await sql`SELECT 1 FROM selfsame_jobs.job WHERE ${isOurs} AND state <= 'active' LIMIT 1`.execute(db);
  return left.length === 0;
}
