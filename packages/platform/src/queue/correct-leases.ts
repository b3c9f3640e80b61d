import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { type NowMs, atOnce, later } from "./clock.ts";

interface Leases {
  readonly name: string;
  readonly leaseMs: number;
}

/** PostgreSQL's clock is seldom set back, and each check costs a round trip. */
const everyMs = { sqlite: 0, postgres: 1000 } as const;

/** Corrects the leases of a kind of job before a claim, as often as needed. */
export function createLeaseCorrection({ db, kind }: Store, nowMs: NowMs): (leases: Leases) => Promise<void> {
  const nextMs = new Map<string, number>();
  return async (leases) => {
    if (performance.now() < (nextMs.get(leases.name) ?? 0)) return;
    await correctLeases(db, nowMs, leases);
    nextMs.set(leases.name, performance.now() + everyMs[kind]);
  };
}

/** Marks an ended lease whose job was not claimed again: its node may still settle it. */
const ended = 0;

/**
 * Corrects when claimed jobs are due. A lease that ends later than a new one would was taken before the clock was set back: it counts as ended, or the
 * job would wait for as long as the clock jumped. A job whose lease has ended precedes jobs that were enqueued after it. And early versions did not
 * store that a claimed job is due at the end of its lease.
 */
async function correctLeases(db: Kysely<Schema>, nowMs: NowMs, { name, leaseMs }: Leases): Promise<void> {
  const isOver = sql`(lease_until_ms > ${later(nowMs, leaseMs)} OR (lease_until_ms <= ${nowMs()} AND run_at_ms > ${sql.lit(atOnce)}))`;
  const found = await db
    .selectFrom("jobs")
    .select(["id", "lease_until_ms", sql<number>`CASE WHEN ${isOver} THEN 1 ELSE 0 END`.as("is_over")])
    .where("name", "=", name)
    .where("lease_until_ms", "is not", null)
    .where(sql<boolean>`(${isOver} OR (lease_until_ms > ${nowMs()} AND run_at_ms < lease_until_ms))`)
    .execute();
  for (const { id, lease_until_ms: untilMs, is_over } of found) {
    await db
      .updateTable("jobs")
      .set(is_over ? { run_at_ms: atOnce, lease_until_ms: ended } : { run_at_ms: untilMs ?? atOnce })
      .where("id", "=", id)
      .where("lease_until_ms", "=", untilMs)
      .execute();
  }
}
