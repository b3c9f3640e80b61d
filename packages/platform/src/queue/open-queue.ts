import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { claimByTurns } from "./claim-by-turns.ts";
import { claimPicked, releaseClaims } from "./claim-picked.ts";
import { type NowMs, atOnce, later, queueClock } from "./clock.ts";
import { queueDepths } from "./depths.ts";
import { type JobKinds, deadLetterName, kindNamed, withDeadLetters } from "./kinds.ts";
import { walkLanes } from "./lanes.ts";
import { createLeaseCorrection } from "./correct-leases.ts";
import { LeaseLost, behind } from "./queue.ts";
import type { ClaimedJob, MeasuredQueue, NewJob, Settlement } from "./queue.ts";
import { createShares } from "./shares.ts";
import { noteAnswer } from "./targets.ts";
import { createUnansweredClaims } from "./unanswered-claims.ts";

/**
 * The queue: a table with leases, on both stores. A claim holds a job until its lease ends, and a later claim invalidates it.
 * @param now clock for the embedded database; PostgreSQL has its own
 */
export function openQueue(store: Store, kinds: JobKinds, now: () => number = Date.now): MeasuredQueue {
  const all = withDeadLetters(kinds);
  const nowMs = queueClock(store.kind, now);
  const correctLeases = createLeaseCorrection(store, nowMs);
  const unanswered = createUnansweredClaims();
  return {
    enqueue: (db, jobs) => enqueue(db, all, nowMs, jobs),
    claim: (name, count, shares = createShares({ places: Infinity })) =>
      store.run(async () => {
        const { leaseSeconds, attemptsMax } = kindNamed(all, name);
        const leaseMs = leaseSeconds * 1000;
        await unanswered.releaseJobs((claimIds) => releaseClaims(store.db, claimIds));
        await correctLeases({ name, leaseMs });
        return claimByTurns(count, shares, {
          // Outside of a transaction, which would wait for other writers.
          walk: ({ after, skipped }) => walkLanes(store, nowMs, { name, after, skipped: skipped() }),
          claim: (picked) =>
            unanswered.ask(leaseSeconds, (claimId) =>
              claimPicked(store, nowMs, { name, picked, claimId, leaseMs, attemptsMax }),
            ),
        });
      }),
    settle: (db, job, settlement) => settle(db, all, nowMs, job, settlement),
    note: (db, job, answered) => noteAnswer(db, nowMs(), job, answered),
    depths: () => store.run(() => queueDepths(store.db, nowMs)),
  };
}

/** Far below the limit of values in one statement: 32,766 on SQLite, 65,535 on PostgreSQL. */
const rowsAtOnce = 1000;

async function enqueue(db: Kysely<Schema>, kinds: JobKinds, nowMs: NowMs, jobs: readonly NewJob[]): Promise<void> {
  const rows = jobs.map(({ name, data, account = "", target = "", priority = 0, afterMs = 0 }) => {
    kindNamed(kinds, name);
    const run_at_ms = afterMs > 0 ? later(nowMs, afterMs) : atOnce;
    const row = { name, data: JSON.stringify(data), account, target, priority };
    return { ...row, run_at_ms, attempts: 0, created_at_ms: nowMs() };
  });
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await db
      .insertInto("jobs")
      .values(rows.slice(from, from + rowsAtOnce))
      .execute();
  }
}

async function settle(
  db: Kysely<Schema>,
  kinds: JobKinds,
  nowMs: NowMs,
  { id, name, attempt, priority }: ClaimedJob,
  settlement: Settlement,
): Promise<void> {
  if (settlement.outcome === "done") {
    const { numDeletedRows } = await db
      .deleteFrom("jobs")
      .where("id", "=", Number(id))
      .where("name", "=", name)
      .where("attempts", "=", attempt)
      .where("lease_until_ms", "is not", null)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new LeaseLost();
    return;
  }
  const { afterMs } = settlement;
  const isLast = attempt >= kindNamed(kinds, name).attemptsMax;
  const again = isLast
    ? { name: deadLetterName(name), attempts: 0, run_at_ms: atOnce }
    : { run_at_ms: afterMs > 0 ? later(nowMs, afterMs) : atOnce, priority: behind(priority) };
  const { numUpdatedRows } = await db
    .updateTable("jobs")
    .set({ ...again, lease_until_ms: null, claim_id: null })
    .where("id", "=", Number(id))
    .where("name", "=", name)
    .where("attempts", "=", attempt)
    .where("lease_until_ms", "is not", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLost();
}
