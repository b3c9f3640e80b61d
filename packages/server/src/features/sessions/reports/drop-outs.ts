import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { failReasons } from "../session.ts";

/** The stages of a session, in order. */
export const funnelStages = ["created", "opened", "consented", "captured", "verified"] as const;
type FunnelStage = (typeof funnelStages)[number];

/** Why a session stopped at its stage. */
export const stopReasons = ["declined", "cancelled", "expired", ...failReasons, "other"] as const;
type StopReason = (typeof stopReasons)[number];

export interface FunnelStep {
  readonly stage: FunnelStage;
  /** Sessions that reached this stage or a later one. */
  readonly reached: number;
  /** Sessions that ended at this stage without being verified. */
  readonly stopped: number;
  /** Sessions that are at this stage now. */
  readonly underWay: number;
  /** Reasons of the sessions that ended at this stage, the most frequent first. */
  readonly reasons: readonly { readonly reason: StopReason; readonly count: number }[];
}

/** The last stage of a session. A session that skipped a stage, as simulated ones do, counts as having passed it. */
const stageOf = sql<FunnelStage>`CASE WHEN status = 'verified' THEN 'verified' WHEN attempts > 0 THEN 'captured'
  WHEN started_at_ms IS NOT NULL THEN 'consented' WHEN opened_at_ms IS NOT NULL THEN 'opened' ELSE 'created' END`;

/** The first reason in the result of a failed session. */
const failedFor = sql.join(
  failReasons.map((reason) => sql`WHEN result LIKE ${sql.lit(`%"reasons":["${reason}"%`)} THEN ${sql.lit(reason)}`),
  sql` `,
);
const isUnderWay = (nowMs: number) =>
  sql<boolean>`(ended_at_ms IS NULL AND (expires_at_ms > ${sql.lit(nowMs)} OR status NOT IN ('open', 'started')))`;

/** Whether a session counts in the verified rate: it has ended, or it is past its expiry time and not swept yet. */
export const hasEnded = (nowMs: number) => sql<boolean>`(status = 'verified' OR NOT ${isUnderWay(nowMs)})`;

const reasonOf = (nowMs: number) => sql<
  StopReason | "verified" | "under_way"
>`CASE WHEN status = 'verified' THEN 'verified'
  WHEN ${isUnderWay(nowMs)} THEN 'under_way'
  WHEN declined_at_ms IS NOT NULL AND attempts = 0 THEN 'declined' WHEN status = 'cancelled' THEN 'cancelled'
  WHEN status IN ('open', 'started', 'expired') THEN 'expired' ${failedFor} ELSE 'other' END`;

/** Counts how far the sessions created in a period came, and why the others stopped. @param span `toMs`: until now if absent */
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
