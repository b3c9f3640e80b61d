import { sql } from "kysely";
import type { Kysely } from "kysely";
import { PgBoss, fromKysely } from "pg-boss";
import type { Log } from "../store/log.ts";
import { openPostgres } from "../store/postgres.ts";
import type { Schema } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { type JobKinds, deadLetterName, withDeadLetters } from "./kinds.ts";
import { LeaseLost } from "./queue.ts";
import type { JobData, NewJob, OpenQueue, QueueDepth } from "./queue.ts";

export interface PostgresQueueOptions {
  readonly databaseUrl: string;
  readonly log: Log;
  /** How often this node looks for leases that have ended. pg-boss sees to it that one node at a time does. */
  readonly superviseSeconds: number;
}

/** Beside our own tables. pg-boss makes it and brings it up to date. */
const schema = "selfsame_jobs";

/** Jobs that nobody takes are deleted by pg-boss after a while. */
const retentionSeconds = 60 * 24 * 3600;
/** What is done is of no use to us: our own tables say what came of it. */
const deleteAfterSeconds = 600;

/**
 * pg-boss, for many nodes. Jobs are put in, claimed and settled over the store's own connections, the first and the last within
 * the caller's transaction; pg-boss has a few connections of its own to watch over leases and clean up.
 */
export async function openPostgresQueue(
  store: Store,
  kinds: JobKinds,
  { databaseUrl, log, superviseSeconds }: PostgresQueueOptions,
): Promise<OpenQueue> {
  // Through pg-pool and not the store: a connection on which a script of several statements failed must not be used again.
  const pool = openPostgres(databaseUrl, log, { max: 3, timeoutMs: 60_000 });
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => pool.query(text, values ?? []) },
    schema,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: deleteAfterSeconds,
  });
  boss.on("error", (error) => log.warn({ err: error }, "the job queue could not be looked after"));
  boss.on("warning", ({ message }) => log.warn({ warning: message }, "the job queue has a warning"));
  try {
    await boss.start();
    await createQueues(boss, kinds);
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {});
    await pool.end();
    throw error;
  }

  return {
    enqueue: (db, jobs) => enqueue(boss, db, jobs),
    claim: (name, count) =>
      store.run(async () => {
        const jobs = await boss.fetch<JobData>(name, { batchSize: count, db: fromKysely(store.db) });
        return jobs.map(({ id, data, retryCount }) => ({ id, name, data, attempt: retryCount + 1 }));
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
        await boss.update(name, undefined, { id, startAfter: settlement.afterMs / 1000, db });
      }
    },
    depths: () => store.run(() => depths(store.db)),
    close: async () => {
      await boss.stop({ graceful: false });
      await pool.end();
    },
  };
}

async function createQueues(boss: PgBoss, kinds: JobKinds): Promise<void> {
  const all = withDeadLetters(kinds);
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

async function enqueue(boss: PgBoss, transaction: Kysely<Schema>, jobs: readonly NewJob[]): Promise<void> {
  const db = fromKysely(transaction);
  for (const [name, group] of Map.groupBy(jobs, (job) => job.name)) {
    const rows = group.map(({ data, priority = 0, afterMs = 0 }) => ({ data, priority, startAfter: afterMs / 1000 }));
    await boss.insert(name, rows, { db });
  }
}

/** pg-boss tells it, and its types do not. */
function countOf(response: object): { readonly affected: number } {
  return response as { readonly affected: number };
}

async function depths(db: Kysely<Schema>): Promise<QueueDepth[]> {
  const { rows } = await sql<QueueDepth>`
    SELECT name,
      count(*) FILTER (WHERE state < 'active' AND start_after <= now()) AS ready,
      count(*) FILTER (WHERE state < 'active' AND start_after > now()) AS delayed,
      count(*) FILTER (WHERE state = 'active') AS active,
      coalesce(extract(epoch FROM now() - min(greatest(start_after, created_on))
        FILTER (WHERE state < 'active' AND start_after <= now())), 0) AS "oldestSeconds"
    FROM ${sql.table(`${schema}.job`)} WHERE name NOT LIKE '\\_\\_pgboss%' GROUP BY name`.execute(db);
  return rows;
}
