import { sql } from "kysely";
import type { Kysely, Selectable } from "kysely";
import type { JobsTable, Schema } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { type JobKinds, deadLetterName, withDeadLetters } from "./kinds.ts";
import { LeaseLost } from "./queue.ts";
import type { ClaimedJob, JobData, NewJob, OpenQueue, QueueDepth, Settlement } from "./queue.ts";

/** Runs at once, whatever the clock says or will say. */
const atOnce = 0;

/** A table with leases, for one machine: a claim says until when the job is the claimer's, and any later claim ends the one before. */
export function openSqliteQueue(store: Store, kinds: JobKinds, now: () => number): OpenQueue {
  const all = withDeadLetters(kinds);
  const kindOf = (name: string) => {
    const kind = all[name];
    if (!kind) throw new RangeError(`there is no kind of job called ${name}`);
    return kind;
  };

  const enqueue = async (db: Kysely<Schema>, jobs: readonly NewJob[]) => {
    const rows = jobs.map(({ name, data, priority = 0, afterMs = 0 }) => {
      kindOf(name);
      const run_at_ms = afterMs > 0 ? now() + afterMs : atOnce;
      return { name, data: JSON.stringify(data), priority, run_at_ms, attempts: 0, created_at_ms: now() };
    });
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      await db
        .insertInto("jobs")
        .values(rows.slice(from, from + rowsAtOnce))
        .execute();
    }
  };

  const claimIn = async (db: Kysely<Schema>, name: string, count: number): Promise<ClaimedJob[]> => {
    const { leaseSeconds, attemptsMax } = kindOf(name);
    const nowMs = now();
    const claimed: ClaimedJob[] = [];
    for (const job of await dueJobs(db, name, count, nowMs, leaseSeconds * 1000)) {
      // It was claimed as often as it may be and never settled: it takes its node down, or hangs.
      if (job.attempts >= attemptsMax) await bury(db, job);
      else claimed.push(await lease(db, job, nowMs + leaseSeconds * 1000));
    }
    return claimed;
  };

  const settle = async (db: Kysely<Schema>, { id, name, attempt }: ClaimedJob, settlement: Settlement) => {
    const job = await db
      .selectFrom("jobs")
      .selectAll()
      .where("id", "=", Number(id))
      .where("name", "=", name)
      .where("attempts", "=", attempt)
      .where("lease_until_ms", "is not", null)
      .executeTakeFirst();
    if (!job) throw new LeaseLost();
    if (settlement.outcome === "done") await db.deleteFrom("jobs").where("id", "=", job.id).execute();
    else if (attempt >= kindOf(name).attemptsMax) await bury(db, job);
    else {
      const run_at_ms = settlement.afterMs > 0 ? now() + settlement.afterMs : atOnce;
      await db.updateTable("jobs").set({ run_at_ms, lease_until_ms: null }).where("id", "=", job.id).execute();
    }
  };

  return {
    enqueue,
    claim: (name, count) =>
      store.run(async () => {
        const { leaseSeconds } = kindOf(name);
        // Asked before a transaction is begun, which would wait for other writers.
        if ((await dueJobs(store.db, name, 1, now(), leaseSeconds * 1000)).length === 0) return [];
        return store.db.transaction().execute((db) => claimIn(db, name, count));
      }),
    settle,
    depths: () => store.run(() => depths(store.db, now())),
    close: async () => {},
  };
}

/** Far below the 32766 values that SQLite takes in one statement. */
const rowsAtOnce = 1000;

/**
 * A lease that ends later than one taken now would is from before the clock was set back: it counts as ended, or the job would wait
 * for as long as the clock jumped.
 */
function dueJobs(db: Kysely<Schema>, name: string, count: number, nowMs: number, leaseMs: number) {
  return db
    .selectFrom("jobs")
    .selectAll()
    .where("name", "=", name)
    .where("run_at_ms", "<=", nowMs)
    .where((where) =>
      where.or([
        where("lease_until_ms", "is", null),
        where("lease_until_ms", "<=", nowMs),
        where("lease_until_ms", ">", nowMs + leaseMs),
      ]),
    )
    .orderBy("priority", "desc")
    .orderBy("id")
    .limit(count)
    .execute();
}

async function lease(db: Kysely<Schema>, job: Selectable<JobsTable>, leaseUntilMs: number): Promise<ClaimedJob> {
  const attempt = job.attempts + 1;
  await db
    .updateTable("jobs")
    .set({ attempts: attempt, lease_until_ms: leaseUntilMs })
    .where("id", "=", job.id)
    .execute();
  return { id: String(job.id), name: job.name, data: JSON.parse(job.data) as JobData, attempt };
}

async function bury(db: Kysely<Schema>, { id, name }: Selectable<JobsTable>): Promise<void> {
  await db
    .updateTable("jobs")
    .set({ name: deadLetterName(name), attempts: 0, run_at_ms: atOnce, lease_until_ms: null })
    .where("id", "=", id)
    .execute();
}

async function depths(db: Kysely<Schema>, nowMs: number): Promise<QueueDepth[]> {
  const leased = sql`lease_until_ms > ${nowMs}`;
  const due = sql`run_at_ms <= ${nowMs} AND (lease_until_ms IS NULL OR lease_until_ms <= ${nowMs})`;
  const { rows } = await sql<Omit<QueueDepth, "oldestSeconds"> & { readonly since: number | null }>`
    SELECT name,
      count(*) FILTER (WHERE ${due}) AS ready,
      count(*) FILTER (WHERE run_at_ms > ${nowMs}) AS delayed,
      count(*) FILTER (WHERE ${leased}) AS active,
      min(max(run_at_ms, created_at_ms)) FILTER (WHERE ${due}) AS since
    FROM jobs GROUP BY name`.execute(db);
  return rows.map(({ name, ready, delayed, active, since }) => {
    const oldestSeconds = since === null ? 0 : Math.max(0, (nowMs - since) / 1000);
    return { name, ready, delayed, active, oldestSeconds };
  });
}
