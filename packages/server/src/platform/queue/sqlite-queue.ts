import { sql } from "kysely";
import type { Kysely, Selectable } from "kysely";
import type { JobsTable, Schema } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { type JobKinds, deadLetterName, kindNamed, withDeadLetters } from "./kinds.ts";
import { claimByTurns } from "./claim-by-turns.ts";
import { type WaitingJobs, walkLanes } from "./lanes.ts";
import { LeaseLost, behind } from "./queue.ts";
import { type Picked, createShares } from "./shares.ts";
import { type Standing, doesRest, noteAnswer } from "./targets.ts";
import type { ClaimedJob, JobData, NewJob, OpenQueue, QueueDepth, Settlement } from "./queue.ts";

type JobRow = Selectable<JobsTable>;

/** Runs at once, whatever the clock says or will say. */
const atOnce = 0;

/** A table with leases, for one machine: a claim says until when the job is the claimer's, and any later claim ends the one before. */
export function openSqliteQueue(store: Store, kinds: JobKinds, now: () => number): OpenQueue {
  const all = withDeadLetters(kinds);
  const kindOf = (name: string) => kindNamed(all, name);

  const enqueue = async (db: Kysely<Schema>, jobs: readonly NewJob[]) => {
    const rows = jobs.map(({ name, data, account = "", target = "", priority = 0, afterMs = 0 }) => {
      kindOf(name);
      const run_at_ms = afterMs > 0 ? now() + afterMs : atOnce;
      const row = { name, data: JSON.stringify(data), account, target, priority };
      return { ...row, run_at_ms, attempts: 0, created_at_ms: now() };
    });
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      await db
        .insertInto("jobs")
        .values(rows.slice(from, from + rowsAtOnce))
        .execute();
    }
  };

  const claimIn = async (db: Kysely<Schema>, name: string, picked: readonly Picked[]): Promise<ClaimedJob[]> => {
    const { leaseSeconds, attemptsMax } = kindOf(name);
    const nowMs = now();
    const claimed: ClaimedJob[] = [];
    for (const { lane, count } of picked) {
      for (const job of await dueJobs(db, name, lane, count, nowMs)) {
        // It was claimed as often as it may be and never settled: it takes its node down, or hangs.
        if (job.attempts >= attemptsMax) await bury(db, job);
        else claimed.push(await lease(db, job, lane.standing, nowMs + leaseSeconds * 1000));
      }
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
      const priority = behind(job.priority);
      await db
        .updateTable("jobs")
        .set({ run_at_ms, lease_until_ms: null, priority })
        .where("id", "=", job.id)
        .execute();
    }
  };

  return {
    enqueue,
    claim: (name, count, shares = createShares({ places: Infinity })) =>
      store.run(async () => {
        const { leaseSeconds } = kindOf(name);
        await mendLeases(store.db, name, now(), leaseSeconds * 1000);
        return claimByTurns(count, shares, {
          // Outside of a transaction, which would wait for other writers.
          walk: ({ after, skipped }) => walkLanes(store.db, waitingAt(now()), { name, after, skipped: skipped() }),
          claim: (picked) => store.db.transaction().execute((db) => claimIn(db, name, picked)),
        });
      }),
    settle,
    note: (db, job, answered) => noteAnswer(db, bigint(now()), job, answered),
    depths: () => store.run(() => depths(store.db, now())),
    close: async () => {},
  };
}

/** Far below the 32766 values that SQLite takes in one statement. */
const rowsAtOnce = 1000;

/** PostgreSQL, on which tests have this table too, takes a number beside one that is small for a small one. */
const bigint = (value: number) => sql`CAST(${value} AS bigint)`;

/** Those that are claimed among them: they are due when their lease ends. */
const waiting = sql`(SELECT id, name, account, target, priority, run_at_ms AS due_at FROM jobs)`;

const waitingAt = (nowMs: number): WaitingJobs => ({
  rows: waiting,
  rowOf: (name, id) => sql`JOIN ${waiting} j ON j.name = ${name} AND j.id = ${id}`,
  now: bigint(nowMs),
  nowMs: bigint(nowMs),
});

/**
 * A lease that ends later than one taken now would is from before the clock was set back: it counts as ended, or the job would wait
 * for as long as the clock jumped. And versions before this one did not write down that a claimed job is due at the end of its lease.
 */
async function mendLeases(db: Kysely<Schema>, name: string, nowMs: number, leaseMs: number): Promise<void> {
  const claimed = await db
    .selectFrom("jobs")
    .select(["id", "lease_until_ms", "run_at_ms"])
    .where("name", "=", name)
    .where("lease_until_ms", ">", nowMs)
    .where((where) =>
      where.or([where("lease_until_ms", ">", nowMs + leaseMs), where("run_at_ms", "<", where.ref("lease_until_ms"))]),
    )
    .execute();
  for (const { id, lease_until_ms: untilMs } of claimed) {
    if (untilMs === null) continue;
    const ended = { run_at_ms: atOnce, lease_until_ms: nowMs };
    await db
      .updateTable("jobs")
      .set(untilMs > nowMs + leaseMs ? ended : { run_at_ms: untilMs })
      .where("id", "=", id)
      .where("lease_until_ms", "=", untilMs)
      .execute();
  }
}

function dueJobs(
  db: Kysely<Schema>,
  name: string,
  { account, target, priority }: Pick<JobRow, "account" | "target" | "priority">,
  count: number,
  nowMs: number,
) {
  return db
    .selectFrom("jobs")
    .selectAll()
    .where("name", "=", name)
    .where("account", "=", account)
    .where("target", "=", target)
    .where("priority", "=", priority)
    .where("run_at_ms", "<=", nowMs)
    .orderBy("run_at_ms")
    .orderBy("id")
    .limit(Math.min(count, rowsAtOnce))
    .execute();
}

async function lease(db: Kysely<Schema>, job: JobRow, standing: Standing, leaseUntilMs: number): Promise<ClaimedJob> {
  const { name, account, target, priority } = job;
  const attempt = job.attempts + 1;
  await db
    .updateTable("jobs")
    .set({ attempts: attempt, lease_until_ms: leaseUntilMs, run_at_ms: leaseUntilMs })
    .where("id", "=", job.id)
    .execute();
  const data = JSON.parse(job.data) as JobData;
  return { id: String(job.id), name, data, attempt, account, target, priority, standing };
}

async function bury(db: Kysely<Schema>, { id, name }: JobRow): Promise<void> {
  await db
    .updateTable("jobs")
    .set({ name: deadLetterName(name), attempts: 0, run_at_ms: atOnce, lease_until_ms: null })
    .where("id", "=", id)
    .execute();
}

interface Depth extends Omit<QueueDepth, "oldestSeconds"> {
  readonly since: number | null;
}

async function depths(db: Kysely<Schema>, nowMs: number): Promise<QueueDepth[]> {
  const { rows } = await sql<Depth>`
    SELECT name,
      sum(CASE WHEN rests THEN 0 ELSE due END) AS ready,
      sum(CASE WHEN rests THEN due + later ELSE later END) AS delayed,
      sum(active) AS active,
      min(CASE WHEN rests THEN NULL ELSE since END) AS since
    FROM (
      SELECT lane.*, ${doesRest(sql`s`)} AS rests
      FROM (
        SELECT name, account, target,
          count(*) FILTER (WHERE run_at_ms <= ${nowMs}) AS due,
          count(*) FILTER (WHERE run_at_ms > ${nowMs} AND lease_until_ms IS NULL) AS later,
          count(*) FILTER (WHERE run_at_ms > ${nowMs} AND lease_until_ms IS NOT NULL) AS active,
          min(CASE WHEN run_at_ms > created_at_ms THEN run_at_ms ELSE created_at_ms END)
            FILTER (WHERE run_at_ms <= ${nowMs}) AS since
        FROM jobs GROUP BY name, account, target
      ) lane LEFT JOIN job_targets s ON s.account = lane.account AND s.target = lane.target
    ) lanes GROUP BY name`.execute(db);
  return rows.map(({ name, ready, delayed, active, since }) => {
    const oldestSeconds = since === null ? 0 : Math.max(0, (nowMs - since) / 1000);
    return { name, ready, delayed, active, oldestSeconds };
  });
}
