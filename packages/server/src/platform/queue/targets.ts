import { sql } from "kysely";
import type { Kysely, RawBuilder } from "kysely";
import type { Schema } from "../store/schema.ts";

/** What is known of a target: `silent` is one that did not answer the last time, `unknown` one that nothing went to yet. */
export type Standing = "quick" | "slow" | "silent" | "unknown";

/** How a target took a job. */
export type Answered = "quick" | "slow" | "silent";

/** A target that does not answer gets nothing for a while: after the first time, and twice as long after each that follows. */
const pauseMs = { first: 5000, most: 600_000 } as const;
const seenMs = 90 * 24 * 3600_000;

/** Of a row of job_targets that may not be there. */
export const standingOf = (row: RawBuilder<unknown>): RawBuilder<Standing> =>
  sql`CASE WHEN ${row}.strikes > 0 THEN 'silent' ELSE COALESCE(${row}.standing, 'unknown') END`;

/** One that ends later than any that begins now is from before the clock was set back, and over. */
export const isPaused = (row: RawBuilder<unknown>, nowMs: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(COALESCE(${row}.paused_until_ms, 0) > ${nowMs} AND ${row}.paused_until_ms <= ${nowMs} + ${sql.lit(pauseMs.most)})`;

/** Whether it did not answer the last time: that its jobs wait is no fault of ours. */
export const doesRest = (row: RawBuilder<unknown>): RawBuilder<boolean> => sql`(COALESCE(${row}.strikes, 0) > 0)`;

interface Target {
  readonly account: string;
  readonly target: string;
}

/** Writes down how a target took a job, for all nodes. */
export async function noteAnswer(
  db: Kysely<Schema>,
  nowMs: RawBuilder<unknown>,
  job: Target & { readonly standing: Standing },
  answered: Answered,
): Promise<void> {
  // As it was known: nothing to write, which is the rule.
  if (job.target === "" || (answered !== "silent" && job.standing === answered)) return;
  const { account, target } = job;
  if (job.standing === "unknown") {
    await sql`DELETE FROM job_targets WHERE seen_at_ms < ${nowMs} - ${sql.lit(seenMs)}`.execute(db);
  }
  const [standing, strikes] = answered === "silent" ? ["slow", 1] : [answered, 0];
  const firstUntil = answered === "silent" ? sql`${nowMs} + ${sql.lit(pauseMs.first)}` : sql`0`;
  const again =
    answered === "silent"
      ? sql`strikes = job_targets.strikes + 1, paused_until_ms = ${nowMs} + ${longer()}`
      : sql`strikes = 0, paused_until_ms = 0`;
  await sql`
    INSERT INTO job_targets (account, target, standing, strikes, paused_until_ms, seen_at_ms)
    VALUES (${account}, ${target}, ${standing}, ${sql.lit(strikes)}, ${firstUntil}, ${nowMs})
    ON CONFLICT (account, target) DO UPDATE
    SET standing = excluded.standing, seen_at_ms = excluded.seen_at_ms, ${again}`.execute(db);
}

/** By the strikes so far. */
function longer(): RawBuilder<unknown> {
  const steps = Math.ceil(Math.log2(pauseMs.most / pauseMs.first));
  const cases = Array.from({ length: steps }, (_, strikes) => {
    const forMs = Math.min(pauseMs.first * 2 ** strikes, pauseMs.most);
    return sql`WHEN job_targets.strikes = ${sql.lit(strikes)} THEN ${sql.lit(forMs)}`;
  });
  return sql`CASE ${sql.join(cases, sql` `)} ELSE ${sql.lit(pauseMs.most)} END`;
}

/** A user reports that it answers again: the next job runs at once. */
export async function endPause(db: Kysely<Schema>, { account, target }: Target): Promise<void> {
  await db
    .updateTable("job_targets")
    .set({ paused_until_ms: 0 })
    .where("account", "=", account)
    .where("target", "=", target)
    .where("paused_until_ms", ">", 0)
    .execute();
}

export async function forgetTargets(db: Kysely<Schema>, account: string): Promise<void> {
  await db.deleteFrom("job_targets").where("account", "=", account).execute();
}
