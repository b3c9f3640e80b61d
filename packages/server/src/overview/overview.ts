import type { Kysely } from "kysely";
import type { Seal } from "../secrets/seal.ts";
import { type FunnelStep, readDropOuts } from "../sessions/reports/drop-outs.ts";
import type { Schema } from "../store/schema.ts";
import { reportUsage, sumOutcomes } from "../usage/report.ts";
import type { UsageBucket } from "../usage/report.ts";
import { type Attention, readAttention } from "./attention.ts";
import { type IsError, type Matches, matchesOf, type Traffic, trafficOf } from "./traffic.ts";

export interface Overview extends Traffic {
  /** Comparisons of the span of the same length before. */
  readonly matchesBefore: Matches;
  readonly funnel: readonly FunnelStep[];
  readonly attention: readonly Attention[];
  /** The last 30 days, batches included. */
  readonly days: readonly UsageBucket[];
}

export interface OverviewQuery {
  readonly accountId: string;
  /** What test keys made, or what all others did: never both. */
  readonly test: boolean;
  /** How many days back, to the hour. */
  readonly days: number;
  readonly nowMs: number;
  readonly isError: IsError;
}

const hourMs = 3600_000;
const dayMs = 24 * hourMs;

/** Whether verification works for an account's users, and what should be seen to. */
export async function overview(
  db: Kysely<Schema>,
  seal: Seal,
  { accountId, test, days, nowMs, isError }: OverviewQuery,
): Promise<Overview> {
  const hourStartMs = Math.floor(nowMs / hourMs) * hourMs;
  const toMs = hourStartMs + hourMs;
  const fromMs = hourStartMs - days * dayMs;
  const monthMs = Math.floor(nowMs / dayMs) * dayMs - 29 * dayMs;
  const whose = { accountId, test };
  const before = await sumOutcomes(db, { ...whose, fromMs: fromMs - days * dayMs, toMs: fromMs });
  const month = await reportUsage(db, { ...whose, fromMs: monthMs, toMs, by: "day", split: "none" });
  return {
    ...trafficOf(await sumOutcomes(db, { ...whose, fromMs, toMs }), isError),
    matchesBefore: matchesOf(before, isError),
    funnel: await readDropOuts(db, accountId, { fromMs, test, nowMs }),
    attention: await readAttention(db, seal, { ...whose, nowMs }),
    days: month.buckets,
  };
}
