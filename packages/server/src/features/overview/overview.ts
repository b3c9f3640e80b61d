import type { Kysely } from "kysely";
import type { Seal } from "@selfsame/platform/secrets/seal";
import { type FunnelStep, readDropOuts } from "../sessions/reports/drop-outs.ts";
import type { Schema } from "@selfsame/platform/store/schema";
import { reportUsage, sumOutcomes } from "../../accounts/usage/report.ts";
import type { UsageBucket } from "../../accounts/usage/report.ts";
import { type Attention, readAttention } from "./attention.ts";
import { type IsError, type Matches, type Traffic, trafficOf } from "./traffic.ts";

/** Figures of a time span. */
interface Figures {
  readonly requests: number;
  /** Of the requests. */
  readonly failed: number;
  readonly matches: Matches;
  /** Sessions that ended, and the verified ones among them. */
  readonly ended: number;
  readonly verified: number;
}

export interface Overview extends Traffic {
  /** Length of the span, days. */
  readonly spanDays: number;
  /** Of the preceding span of the same length. */
  readonly before: Figures;
  readonly funnel: readonly FunnelStep[];
  readonly attention: readonly Attention[];
  /** The last 30 days, batches included. */
  readonly days: readonly UsageBucket[];
}

export interface OverviewQuery {
  readonly accountId: string;
  /** Either data of test keys, or everything else: never both. */
  readonly test: boolean;
  /** Length of the span in days, to the hour. Undefined: one, or a week if nothing happened in it. */
  readonly days: number | undefined;
  readonly nowMs: number;
  readonly isError: IsError;
}

const hourMs = 3600_000;
const dayMs = 24 * hourMs;

/** Whether verification works for an account's users, and what needs attention. */
export async function overview(db: Kysely<Schema>, seal: Seal, query: OverviewQuery): Promise<Overview> {
  const { accountId, test, days, nowMs, isError } = query;
  const asked = await spanOf(db, query, days ?? 1);
  const isQuiet = asked.traffic.count === 0 && asked.funnel.every(({ reached }) => reached === 0);
  const span = days === undefined && isQuiet ? await spanOf(db, query, 7) : asked;
  const { fromMs, toMs } = span;
  const beforeMs = fromMs - span.days * dayMs;
  const monthMs = Math.floor(nowMs / dayMs) * dayMs - 29 * dayMs;
  const whose = { accountId, test };
  const traffic = trafficOf(await sumOutcomes(db, { ...whose, fromMs: beforeMs, toMs: fromMs }), isError);
  const sessions = await readDropOuts(db, accountId, { fromMs: beforeMs, toMs: fromMs, test, nowMs });
  const month = await reportUsage(db, { ...whose, fromMs: monthMs, toMs, by: "day", split: "none" });
  return {
    ...span.traffic,
    spanDays: span.days,
    before: {
      requests: traffic.count,
      failed: traffic.errors.reduce((sum, { count }) => sum + count, 0),
      matches: traffic.matches,
      ended: (sessions[0]?.reached ?? 0) - sessions.reduce((sum, { underWay }) => sum + underWay, 0),
      verified: sessions.at(-1)?.reached ?? 0,
    },
    funnel: span.funnel,
    attention: await readAttention(db, seal, { ...whose, nowMs }),
    days: month.buckets,
  };
}

async function spanOf(db: Kysely<Schema>, { accountId, test, nowMs, isError }: OverviewQuery, days: number) {
  const hourStartMs = Math.floor(nowMs / hourMs) * hourMs;
  const toMs = hourStartMs + hourMs;
  const fromMs = hourStartMs - days * dayMs;
  const traffic = trafficOf(await sumOutcomes(db, { accountId, test, fromMs, toMs }), isError);
  const funnel = await readDropOuts(db, accountId, { fromMs, test, nowMs });
  return { days, fromMs, toMs, traffic, funnel };
}
