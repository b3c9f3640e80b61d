import { sql } from "kysely";
import type { Kysely } from "kysely";
import { PgBoss, fromKysely } from "pg-boss";
import type { Clock } from "pg-boss";
import type { Log } from "../store/log.ts";
import type { PostgresPool, PostgresPools } from "../store/postgres.ts";
import type { Schema } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { type JobKinds, deadLetterName, kindNamed, withDeadLetters } from "./kinds.ts";
import { claimByTurns } from "./claim-by-turns.ts";
import { type WaitingJobs, walkLanes } from "./lanes.ts";
import { LeaseLost, behind } from "./queue.ts";
import type { ClaimedJob, NewJob, OpenQueue, QueueDepth } from "./queue.ts";
import { type Picked, createShares } from "./shares.ts";
import { doesRest, noteAnswer } from "./targets.ts";
import { createUnansweredClaims } from "./unanswered-claims.ts";

export interface PostgresQueueOptions {
  /** Of the store's database. */
  readonly pools: PostgresPools;
  readonly log: Log;
  /** How often this node searches for leases that have ended. pg-boss lets one node at a time do so. */
  readonly superviseSeconds: number;
}

/** Beside our own tables. pg-boss makes it and brings it up to date. */
const schema = "selfsame_jobs";

/** Any number that nothing else in the database uses, as in platform/store/migrate.ts. */
const indexLock = 7_361_900_402;
/** By one statement. */
const claimedMax = 1000;

/** Timers that run on when the machine's clock is set back: otherwise leases would not end in time. */
const steadyClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  setInterval: (run, ms) => setInterval(run, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
};

/** pg-boss deletes jobs that no worker takes after this time. */
const retentionSeconds = 60 * 24 * 3600;
/** What is done is of no use to us: our own tables say what came of it. */
const deleteAfterSeconds = 600;

/** The partition in which pg-boss keeps the jobs of all our kinds. */
const jobTable = sql.table(`${schema}.job_common`);
const accountOf = sql`COALESCE(group_id, '')`;
const targetOf = sql`COALESCE(group_tier, '')`;

/** Those that pg-boss would claim; a job's account is its group there, and the target the group's tier. */
const waiting = sql`(
  SELECT id, name, ${accountOf} AS account, ${targetOf} AS target, priority, start_after AS due_at
  FROM ${jobTable} WHERE state < 'active' AND NOT blocked)`;
const waitingJobs: WaitingJobs = {
  rows: waiting,
  // With a limit it cannot become a join.
  rowOf: (name, id) =>
    sql`CROSS JOIN LATERAL (SELECT * FROM ${waiting} x WHERE x.name = ${name} AND x.id = ${id} LIMIT 1) j`,
  now: sql`now()`,
  nowMs: sql`(extract(epoch FROM now()) * 1000)::bigint`,
};

/**
 * pg-boss, for many nodes. Jobs are put in, claimed and settled over the store's own connections, the first and the last within
 * the caller's transaction. pg-boss claims by priority and age alone, so accounts take turns by a claim of ours, with an index of ours,
 * that does to a job what its own does (plans.js, `fetchNextJob`); all else is pg-boss's, which has a few connections of its own to watch over leases and clean up.
 */
export async function openPostgresQueue(
  store: Store,
  kinds: JobKinds,
  { pools, log, superviseSeconds }: PostgresQueueOptions,
): Promise<OpenQueue> {
  const all = withDeadLetters(kinds);
  // Through pg-pool and not the store: a connection on which a script of several statements failed must not be used again.
  // Few and not patient: each that has gone silent is waited for in turn, and meanwhile no lease ends.
  const pool = pools.open({ max: 2, timeoutMs: 20_000 });
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => pool.query(text, values ?? []) },
    schema,
    // IF NOT EXISTS asks for the right to create schemas even where this one exists: an administrator may have made it beforehand.
    createSchema: !(await hasSchema(pool)),
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    clock: steadyClock,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: deleteAfterSeconds,
  });
  boss.on("error", (error) => log.warn({ err: error }, "the job queue could not be maintained"));
  boss.on("warning", ({ message }) => log.warn({ warning: message }, "the job queue has a warning"));
  try {
    await boss.start();
    await createQueues(boss, kinds, all);
    await indexTurns(pool);
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {});
    await pool.end();
    throw error;
  }

  const unanswered = createUnansweredClaims();
  return {
    enqueue: (db, jobs) => enqueue(boss, db, jobs),
    claim: (name, count, shares = createShares({ places: Infinity })) =>
      store.run(async () => {
        const { leaseSeconds } = kindNamed(all, name);
        await unanswered.releaseJobs((claimIds) => releaseClaimed(store.db, claimIds));
        return claimByTurns(count, shares, {
          walk: ({ after, skipped }) => walkLanes(store.db, waitingJobs, { name, after, skipped: skipped() }),
          claim: (picked) => unanswered.ask(leaseSeconds, (claimId) => claimPicked(store.db, name, picked, claimId)),
        });
      }),
    settle: async (transaction, job, settlement) => {
      const db = fromKysely(transaction);
      const { id, name, attempt } = job;
      const claim = { id, retryCount: attempt - 1 };
      const { affected } = countOf(
        settlement.outcome === "done"
          ? await boss.complete(name, claim, null, { db })
          : await boss.fail(name, claim, null, { db }),
      );
      if (affected === 0) throw new LeaseLost();
      if (settlement.outcome === "done" && kinds[name]?.secret) await boss.deleteJob(name, id, { db });
      // Not there any more when that was its last attempt: then nothing is changed.
      if (settlement.outcome === "retry") {
        await boss.update(name, undefined, {
          id,
          startAfter: settlement.afterMs / 1000,
          priority: behind(job.priority),
          db,
        });
      }
    },
    note: (db, job, answered) => noteAnswer(db, waitingJobs.nowMs, job, answered),
    depths: () => store.run(() => depths(store.db)),
    close: async () => {
      await boss.stop({ graceful: false });
      await pool.end();
    },
  };
}

async function createQueues(boss: PgBoss, kinds: JobKinds, all: JobKinds): Promise<void> {
  // Those of dead letters come first: the others name them.
  for (const [name, { leaseSeconds, attemptsMax }] of Object.entries(all)) {
    const options = {
      expireInSeconds: leaseSeconds,
      retryLimit: attemptsMax - 1,
      retentionSeconds,
      deleteAfterSeconds,
      ...(Object.hasOwn(kinds, name) ? { deadLetter: deadLetterName(name) } : {}),
    };
    await boss.createQueue(name, options);
    // It may be there already, of a version that had other numbers.
    await boss.updateQueue(name, options);
  }
}

async function hasSchema(pool: PostgresPool): Promise<boolean> {
  const { rows } = await pool.query("SELECT 1 FROM pg_namespace WHERE nspname = $1", [schema]);
  return rows.length > 0;
}

/** In which the lanes follow each other. Several nodes may start at once. */
async function indexTurns(pool: PostgresPool): Promise<void> {
  const columns = "name, COALESCE(group_id, ''), COALESCE(group_tier, ''), priority DESC, start_after";
  const waiting = "state < 'active' AND NOT blocked";
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [indexLock]);
    await client.query(
      `CREATE INDEX IF NOT EXISTS selfsame_turns ON ${schema}.job_common (${columns}) WHERE ${waiting}`,
    );
    await client.query("COMMIT");
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** @param claimId written to a job's output, which is empty until it ends */
async function claimPicked(
  db: Kysely<Schema>,
  name: string,
  picked: readonly Picked[],
  claimId: string,
): Promise<ClaimedJob[]> {
  const lanes = picked.map(
    ({ lane: { account, target, priority }, count }) =>
      sql`(${account}::text, ${target}::text, ${priority}::integer, ${Math.min(count, claimedMax)}::integer)`,
  );
  const { rows } = await sql<Omit<ClaimedJob, "standing" | "name">>`
    WITH next AS MATERIALIZED (
      SELECT due.id FROM (VALUES ${sql.join(lanes)}) AS lane (account, target, priority, places)
      CROSS JOIN LATERAL (
        SELECT id FROM ${jobTable}
        WHERE name = ${name} AND state < 'active' AND NOT blocked AND start_after <= now()
          AND ${accountOf} = lane.account AND ${targetOf} = lane.target AND job_common.priority = lane.priority
        ORDER BY start_after LIMIT lane.places FOR UPDATE SKIP LOCKED
      ) due
    )
    UPDATE ${jobTable} AS job SET
      state = 'active', started_on = now(), heartbeat_on = now(), output = to_jsonb(${claimId}::text),
      retry_count = CASE WHEN job.started_on IS NOT NULL THEN job.retry_count + 1 ELSE job.retry_count END
    FROM next WHERE job.name = ${name} AND job.id = next.id
    RETURNING job.id, job.data, job.retry_count + 1 AS attempt, job.priority,
      ${accountOf} AS account, ${targetOf} AS target`.execute(db);
  return rows.map((job) => {
    const lane = picked.find(({ lane: { account, target } }) => account === job.account && target === job.target)?.lane;
    return { ...job, name, standing: lane?.standing ?? "unknown" };
  });
}

/** Due again at once, as after a failure. */
async function releaseClaimed(db: Kysely<Schema>, claimIds: readonly string[]): Promise<void> {
  const outputs = sql.join(claimIds.map((claimId) => sql`to_jsonb(${claimId}::text)`));
  await sql`UPDATE ${jobTable} SET state = 'retry', output = NULL WHERE state = 'active' AND output IN (${outputs})`.execute(
    db,
  );
}

async function enqueue(boss: PgBoss, transaction: Kysely<Schema>, jobs: readonly NewJob[]): Promise<void> {
  const db = fromKysely(transaction);
  for (const [name, group] of Map.groupBy(jobs, (job) => job.name)) {
    const rows = group.map(({ data, account, target, priority = 0, afterMs = 0 }) => ({
      data,
      priority,
      startAfter: afterMs / 1000,
      ...(account ? { group: { id: account, ...(target ? { tier: target } : {}) } } : {}),
    }));
    await boss.insert(name, rows, { db });
  }
}

/** pg-boss returns it, but its types do not include it. */
function countOf(response: object): { readonly affected: number } {
  return response as { readonly affected: number };
}

async function depths(db: Kysely<Schema>): Promise<QueueDepth[]> {
  const { rows } = await sql<QueueDepth>`
    SELECT name,
      sum(CASE WHEN rests THEN 0 ELSE due END) AS ready,
      sum(CASE WHEN rests THEN due + later ELSE later END) AS delayed,
      sum(active) AS active,
      coalesce(extract(epoch FROM now() - min(since) FILTER (WHERE NOT rests)), 0) AS "oldestSeconds"
    FROM (
      SELECT lane.*, ${doesRest(sql`s`)} AS rests
      FROM (
        SELECT name, ${accountOf} AS account, ${targetOf} AS target,
          count(*) FILTER (WHERE state < 'active' AND start_after <= now()) AS due,
          count(*) FILTER (WHERE state < 'active' AND start_after > now()) AS later,
          count(*) FILTER (WHERE state = 'active') AS active,
          min(greatest(start_after, created_on)) FILTER (WHERE state < 'active' AND start_after <= now()) AS since
        FROM ${sql.table(`${schema}.job`)} WHERE name NOT LIKE '\\_\\_pgboss%' GROUP BY 1, 2, 3
      ) lane LEFT JOIN job_targets s ON s.account = lane.account AND s.target = lane.target
    ) lanes GROUP BY name`.execute(db);
  return rows;
}
