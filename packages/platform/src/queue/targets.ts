import { sql } from "kysely";
import type { Kysely, RawBuilder } from "kysely";
import type { Schema } from "../store/schema.ts";

/** Standing of a target: `silent` did not answer the last time, `unknown` has never been used. */
export type Standing = "quick" | "slow" | "silent" | "unknown";

/** How a target answered a job. */
export type Answered = "quick" | "slow" | "silent";

/** Rest of a target that does not answer: the first time, then twice as long each time. */
const pauseMs = { first: 5000, most: 600_000 } as const;
const seenMs = 90 * 24 * 3600_000;

/** From a row of job_targets that may be absent. */
export const standingOf = (row: RawBuilder<unknown>): RawBuilder<Standing> =>
  sql`CASE WHEN ${row}.strikes > 0 THEN 'silent' ELSE COALESCE(${row}.standing, 'unknown') END`;

/** A rest that ends later than any new one would was set before the clock was set back: it is over. */
export const isPaused = (row: RawBuilder<unknown>, nowMs: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(COALESCE(${row}.paused_until_ms, 0) > ${nowMs} AND ${row}.paused_until_ms <= ${nowMs} + ${sql.lit(pauseMs.most)})`;

/** Whether it did not answer the last time: then waiting jobs are not our fault. */
export const doesRest = (row: RawBuilder<unknown>): RawBuilder<boolean> => sql`(COALESCE(${row}.strikes, 0) > 0)`;

interface Target {
  readonly account: string;
  readonly target: string;
}

/** Records a target's answer, for all nodes. */
export async function noteAnswer(
  db: Kysely<Schema>,
  nowMs: RawBuilder<unknown>,
  job: Target & { readonly standing: Standing },
  answered: Answered,
): Promise<void> {
  // Unchanged, as usual: nothing to write.
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

/** Duration by the number of strikes. */
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
