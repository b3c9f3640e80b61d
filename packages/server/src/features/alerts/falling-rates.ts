import { type Kysely, sql } from "kysely";
import { hasEnded } from "../sessions/reports/drop-outs.ts";
import type { Schema } from "@selfsame/platform/store/schema";
import { comparedOutcomes, comparingEndpoints } from "../../accounts/usage/compared.ts";
import { isTest } from "../../accounts/usage/report.ts";
import type { WatchDeps } from "./watch-deps.ts";

const hourMs = 3600_000;
const dayMs = 24 * hourMs;

/** Fewer comparisons or sessions in either period are not significant. */
const leastCount = 50;
/** Smaller falls are not reported. */
const leastFall = 0.1;
/** Standard errors: chance reaches this once in 700 days. */
const leastDeviation = 3;
/** Figures cover whole hours, so they are read in the first minutes of each: by two of the rounds of watch.ts. */
const readForMs = 10 * 60_000;

/** A rate of one day, and of the day before. */
export interface Rates {
  readonly part: number;
  readonly whole: number;
  readonly partBefore: number;
  readonly wholeBefore: number;
}

/** Whether a rate fell by ten points or more, and by more than chance explains: a pooled test of two proportions. */
export function hasFallen({ part, whole, partBefore, wholeBefore }: Rates): boolean {
  if (Math.min(whole, wholeBefore) < leastCount) return false;
  const fall = partBefore / wholeBefore - part / whole;
  const pooled = (part + partBefore) / (whole + wholeBefore);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / whole + 1 / wholeBefore));
  // .9 - .8 is slightly less than .1.
  return fall > leastFall - 1e-9 && fall >= leastDeviation * error;
}

/**
 * Accounts whose match rate, or share of verified sessions, fell in the last 24 hours compared with the 24 hours before; each once a day. The figures
 * are those of the overview. Not under the store's guard, as in failing-requests.ts.
 */
export async function alertFallingRates({ store, alertOnce, now }: WatchDeps): Promise<void> {
  const nowMs = now();
  const hourStartMs = Math.floor(nowMs / hourMs) * hourMs;
  if (nowMs - hourStartMs >= readForMs) return;
  const sinceMs = hourStartMs - dayMs;
  const span = { fromMs: sinceMs - dayMs, sinceMs, nowMs };
  const found = [
    ...(await matchRates(store.reports, span)).map((row) => ({ ...row, rate: "matches" as const })),
    ...(await sessionRates(store.reports, span)).map((row) => ({ ...row, rate: "verified_sessions" as const })),
  ];
  for (const { accountId, rate, ...rates } of found.filter(hasFallen)) {
    const data = {
      rate,
      share: share(rates.part, rates.whole),
      of: rates.whole,
      share_before: share(rates.partBefore, rates.wholeBefore),
      of_before: rates.wholeBefore,
      since: new Date(sinceMs).toISOString(),
    };
    await alertOnce({ accountId, type: "rate.falling", data }, `${rate} ${Math.floor(nowMs / dayMs)}`);
  }
}

const share = (part: number, whole: number): number => Number((part / whole).toFixed(3));

interface Span {
  readonly fromMs: number;
  /** End of the day before, and start of the last one. */
  readonly sinceMs: number;
  readonly nowMs: number;
}
type AccountRates = Rates & { readonly accountId: string };

type When = ReturnType<typeof sql>;

/** @param what `1` counts rows */
const sumWhen = (what: When, when: When) => sql<number>`CAST(sum(CASE WHEN ${when} THEN ${what} ELSE 0 END) AS bigint)`;

async function matchRates(db: Kysely<Schema>, { fromMs, sinceMs, nowMs }: Span): Promise<AccountRates[]> {
  const requests = sql.ref("count");
  const isLate = sql`hour_ms >= ${sql.lit(sinceMs)}`;
  return db
    .selectFrom("accounts")
    .innerJoin("usage", "usage.account_id", "accounts.id")
    .select([
      "accounts.id as accountId",
      sumWhen(requests, sql`${isLate} AND outcome = 'match'`).as("part"),
      sumWhen(requests, isLate).as("whole"),
      sumWhen(requests, sql`NOT (${isLate}) AND outcome = 'match'`).as("partBefore"),
      sumWhen(requests, sql`NOT (${isLate})`).as("wholeBefore"),
    ])
    .where("accounts.closed_at_ms", "is", null)
    .where("hour_ms", ">=", fromMs)
    .where("hour_ms", "<=", nowMs)
    .where("endpoint", "in", comparingEndpoints)
    .where("outcome", "in", comparedOutcomes)
    .where(isTest, "=", 0)
    .groupBy("accounts.id")
    .execute();
}

async function sessionRates(db: Kysely<Schema>, { fromMs, sinceMs, nowMs }: Span): Promise<AccountRates[]> {
  const isLate = sql`verification_sessions.created_at_ms >= ${sql.lit(sinceMs)}`;
  const ended = hasEnded(nowMs);
  return db
    .selectFrom("accounts")
    .innerJoin("verification_sessions", "verification_sessions.account_id", "accounts.id")
    .select([
      "accounts.id as accountId",
      sumWhen(sql`1`, sql`${isLate} AND status = 'verified'`).as("part"),
      sumWhen(sql`1`, sql`${isLate} AND ${ended}`).as("whole"),
      sumWhen(sql`1`, sql`NOT (${isLate}) AND status = 'verified'`).as("partBefore"),
      sumWhen(sql`1`, sql`NOT (${isLate}) AND ${ended}`).as("wholeBefore"),
    ])
    .where("accounts.closed_at_ms", "is", null)
    .where("verification_sessions.test", "=", 0)
    .where("verification_sessions.created_at_ms", ">=", fromMs)
    .groupBy("accounts.id")
    .execute();
}
