import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Schema } from "../../../platform/store/schema.ts";
import { failReasons } from "../session.ts";

/** How far a session came, the nearest first. */
export const funnelStages = ["created", "opened", "consented", "captured", "verified"] as const;
type FunnelStage = (typeof funnelStages)[number];

/** Why a session went no further. */
export const stopReasons = ["declined", "cancelled", "expired", ...failReasons, "other"] as const;
type StopReason = (typeof stopReasons)[number];

export interface FunnelStep {
  readonly stage: FunnelStage;
  /** Sessions that came at least so far. */
  readonly reached: number;
  /** Of them, those that ended here, without being verified. */
  readonly stopped: number;
  /** Of them, those that are still here. */
  readonly underWay: number;
  /** Of those that ended here, the most frequent reason first. */
  readonly reasons: readonly { readonly reason: StopReason; readonly count: number }[];
}

/** A session that skipped a stage, as simulated ones do, passed it. */
const stageOf = sql<FunnelStage>`CASE WHEN status = 'verified' THEN 'verified' WHEN attempts > 0 THEN 'captured'
  WHEN started_at_ms IS NOT NULL THEN 'consented' WHEN opened_at_ms IS NOT NULL THEN 'opened' ELSE 'created' END`;

/** A failed one has its reasons in its result, the first of them first. */
const failedFor = sql.join(
  failReasons.map((reason) => sql`WHEN result LIKE ${sql.lit(`%"reasons":["${reason}"%`)} THEN ${sql.lit(reason)}`),
  sql` `,
);
const isUnderWay = (nowMs: number) =>
  sql<boolean>`(ended_at_ms IS NULL AND (expires_at_ms > ${sql.lit(nowMs)} OR status NOT IN ('open', 'started')))`;

/** What the share of verified sessions is of: sessions that ended, also those whose time is over and that nothing has ended yet. */
export const hasEnded = (nowMs: number) => sql<boolean>`(status = 'verified' OR NOT ${isUnderWay(nowMs)})`;

const reasonOf = (nowMs: number) => sql<
  StopReason | "verified" | "under_way"
>`CASE WHEN status = 'verified' THEN 'verified'
  WHEN ${isUnderWay(nowMs)} THEN 'under_way'
  WHEN declined_at_ms IS NOT NULL AND attempts = 0 THEN 'declined' WHEN status = 'cancelled' THEN 'cancelled'
  WHEN status IN ('open', 'started', 'expired') THEN 'expired' ${failedFor} ELSE 'other' END`;

/** How far the sessions came that were made in a span, and why the others did not come further. @param span `toMs`: until now unless given */
export async function readDropOuts(
  db: Kysely<Schema>,
  accountId: string,
  {
    fromMs,
    toMs,
    test,
    nowMs,
  }: { readonly fromMs: number; readonly toMs?: number; readonly test: boolean; readonly nowMs: number },
): Promise<readonly FunnelStep[]> {
  const stage = stageOf;
  const reason = reasonOf(nowMs);
  const rows = await db
    .selectFrom("verification_sessions")
    .select([stage.as("stage"), reason.as("reason"), sql<number>`CAST(count(*) AS bigint)`.as("count")])
    .where("account_id", "=", accountId)
    .where("test", "=", Number(test))
    .where("created_at_ms", ">=", fromMs)
    .$if(toMs !== undefined, (query) => query.where("created_at_ms", "<", toMs ?? 0))
    .groupBy([stage, reason])
    .execute();
  return funnelStages.map((stage, index) => {
    const further = new Set(funnelStages.slice(index));
    const here = rows.filter((row) => row.stage === stage);
    const reasons = here
      .flatMap(({ reason, count }) => (reason === "verified" || reason === "under_way" ? [] : [{ reason, count }]))
      .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
    return {
      stage,
      reached: sum(rows.filter((row) => further.has(row.stage))),
      stopped: sum(reasons),
      underWay: sum(here.filter(({ reason }) => reason === "under_way")),
      reasons,
    };
  });
}

const sum = (rows: readonly { readonly count: number }[]): number => rows.reduce((all, { count }) => all + count, 0);
