import { sql } from "kysely";
import type { Kysely, RawBuilder } from "kysely";
import type { Schema } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { type NowMs, atOnce, later } from "./clock.ts";
import { deadLetterName } from "./kinds.ts";
import type { ClaimedJob, JobData } from "./queue.ts";
import type { Picked } from "./shares.ts";

export interface Claim {
  readonly name: string;
  readonly picked: readonly Picked[];
  /** Finds the claim's jobs if its answer is lost. */
  readonly claimId: string;
  readonly leaseMs: number;
  readonly attemptsMax: number;
}

/** Most jobs of a lane that one statement claims. */
const claimedMax = 1000;

interface ClaimedRow extends Omit<ClaimedJob, "id" | "data" | "standing"> {
  readonly id: number;
  readonly data: string;
}

/**
 * Claims the due jobs of each lane that no other node has claimed first. A job that was claimed the maximum number of times and never settled crashes
 * its node, or hangs: it becomes a dead letter instead.
 */
export async function claimPicked({ db, kind }: Store, nowMs: NowMs, claim: Claim): Promise<readonly ClaimedJob[]> {
  const { name, picked, claimId, leaseMs, attemptsMax } = claim;
  const leaseUntil = later(nowMs, leaseMs);
  const unlessSpent = (set: unknown, spent: unknown) =>
    sql`CASE WHEN attempts < ${sql.lit(attemptsMax)} THEN ${set} ELSE ${spent} END`;
  const { rows } = await sql<ClaimedRow>`
    WITH next AS MATERIALIZED (${kind === "sqlite" ? dueBySelects(nowMs, claim) : dueByJoin(nowMs, claim)})
    UPDATE jobs SET
      name = ${unlessSpent(sql`name`, sql`CAST(${deadLetterName(name)} AS text)`)},
      attempts = ${unlessSpent(sql`attempts + 1`, sql`0`)},
      run_at_ms = ${unlessSpent(leaseUntil, sql.lit(atOnce))},
      lease_until_ms = ${unlessSpent(leaseUntil, sql`NULL`)},
      claim_id = ${unlessSpent(sql`CAST(${claimId} AS text)`, sql`NULL`)}
    FROM next WHERE jobs.id = next.id
    RETURNING jobs.id, name, data, attempts AS attempt, account, target, priority`.execute(db);
  return rows
    .filter((row) => row.name === name)
    .toSorted((one, other) => one.id - other.id)
    .map(({ id, data, ...row }) => {
      const lane = picked.find((each) => each.lane.account === row.account && each.lane.target === row.target)?.lane;
      return { ...row, id: String(id), data: JSON.parse(data) as JobData, standing: lane?.standing ?? "unknown" };
    });
}

/** SQLite has no LATERAL. */
function dueBySelects(nowMs: NowMs, { name, picked }: Claim): RawBuilder<unknown> {
  const each = picked.map(
    ({ lane: { account, target, priority }, count }) => sql`
      SELECT id FROM (
        SELECT id FROM jobs
        WHERE name = ${name} AND account = ${account} AND target = ${target} AND priority = ${priority}
          AND run_at_ms <= ${nowMs()}
        ORDER BY run_at_ms, id LIMIT ${Math.min(count, claimedMax)})`,
  );
  return sql.join(each, sql` UNION ALL `);
}

/** PostgreSQL would plan each SELECT of a UNION for longer than it runs. */
function dueByJoin(nowMs: NowMs, { name, picked }: Claim): RawBuilder<unknown> {
  const lanes = picked.map(
    ({ lane: { account, target, priority }, count }) =>
      sql`(${account}::text, ${target}::text, ${priority}::integer, ${Math.min(count, claimedMax)}::integer)`,
  );
  return sql`
    SELECT due.id FROM (VALUES ${sql.join(lanes)}) AS lane (account, target, priority, places)
    CROSS JOIN LATERAL (
      SELECT id FROM jobs
      WHERE name = ${name} AND account = lane.account AND target = lane.target AND priority = lane.priority
        AND run_at_ms <= ${nowMs()}
      ORDER BY run_at_ms, id LIMIT lane.places FOR UPDATE SKIP LOCKED
    ) due`;
}

/** Makes the claims' jobs due at once. */
export async function releaseClaims(db: Kysely<Schema>, claimIds: readonly string[]): Promise<void> {
  await db
    .updateTable("jobs")
    .set({ run_at_ms: atOnce, lease_until_ms: null, claim_id: null })
    .where("lease_until_ms", "is not", null)
    .where("claim_id", "in", claimIds)
    .execute();
}
