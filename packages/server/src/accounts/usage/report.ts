import { sql } from "kysely";
import type { ExpressionBuilder, Kysely, RawBuilder } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { StoreUnavailable } from "@selfsame/platform/store/outage";
import type { Store } from "@selfsame/platform/store/store";
import { timeColumns } from "@selfsame/platform/store/time-columns";
import { keyOrNone } from "../access/without-key.ts";
import { monthEndMs, monthStartMs } from "../limits/month-counter.ts";
import { hourMs } from "./rows.ts";
import { mapInSlices } from "./slices.ts";
import { addTimes, noTimes, percentilesOf } from "./times.ts";
import type { Percentiles, Times } from "./times.ts";

/** 1 if a test key made the request, or the page of a test session without a key. Earlier versions wrote "none" for those. */
export const isTest = sql<number>`CASE WHEN key_id = 'none' OR key_id LIKE 'test:%' OR key_id IN (SELECT id FROM api_keys WHERE test = 1) THEN 1 ELSE 0 END`;

/** Outcomes of requests that were not admitted: counted as usage, but not for the month. */
const refusals = ["rate_limited", "quota_exceeded"] as const;

/** Requests that count for the month: admitted with private keys, without test keys. */
const countsForMonth = (eb: ExpressionBuilder<Schema, "usage">) =>
  eb.and([
    eb("outcome", "not in", refusals),
    eb(isTest, "=", 0),
    eb("key_id", "not in", eb.selectFrom("api_keys").select("id").where("kind", "=", "public")),
  ]);

/** Requests that count for the month since a moment, of the account or of the given keys. While the database is away: 0. */
export async function usedSince(
  store: Store,
  whose: { readonly column: "account_id" | "key_id"; readonly ids: readonly string[] },
  sinceMs: number,
): Promise<number> {
  try {
    const { used } = await store.run(() =>
      store.db
        .selectFrom("usage")
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("count"), eb.lit(0)).as("used"))
        .where(whose.column, "in", whose.ids)
        .where("hour_ms", ">=", sinceMs)
        .where(countsForMonth)
        .executeTakeFirstOrThrow(),
    );
    return used;
  } catch (error) {
    if (error instanceof StoreUnavailable) return 0;
    throw error;
  }
}

export interface UsageQuery {
  readonly fromMs: number;
  readonly toMs: number;
  readonly by: "hour" | "day" | "month";
  readonly split: "none" | "key" | "endpoint" | "outcome";
  /** Absent: all accounts. */
  readonly accountId?: string | undefined;
  readonly keyId?: string | undefined;
  /** Test keys only, or all others only. Absent: both. */
  readonly test?: boolean | undefined;
}

export interface UsageBucket extends Percentiles {
  /** Start of the hour, day or month, in UTC. */
  readonly startMs: number;
  /** A key's id, an endpoint or an outcome; null if not grouped. */
  readonly group: string | null;
  readonly count: number;
  /** Total time of all requests. */
  readonly durationMs: number;
}

/** Usage of one bucket and group, which can be summed further. */
export interface UsageSum {
  readonly startMs: number;
  readonly group: string | null;
  readonly count: number;
  readonly durationMs: number;
  readonly times: Times;
}

const columns = { key: keyOrNone, endpoint: sql.ref("endpoint"), outcome: sql.ref("outcome") } as const;
const dayMs = 24 * 3600_000;

/** Most lines of a report: a year by day for fifty keys. */
const bucketsMax = 20_000;

/** It would have more lines than anybody reads. */
export class ReportTooLarge extends Error {
  override readonly name = "ReportTooLarge";
}

export interface UsageReport {
  /** By time and then group, without empty ones. */
  readonly buckets: readonly UsageBucket[];
  /** Sum of all buckets. */
  readonly total: Pick<UsageBucket, "count" | "durationMs" | keyof Percentiles>;
}

/** @throws ReportTooLarge */
export async function reportUsage(db: Kysely<Schema>, query: UsageQuery): Promise<UsageReport> {
  const sums = await sumUsage(db, query);
  return {
    buckets: await mapInSlices(sums, withPercentiles),
    total: withPercentiles(await total(sums)),
  };
}

/** Replaces counts by the percentiles computed from them. */
function withPercentiles<T extends { readonly times: Times }>({ times, ...rest }: T): Omit<T, "times"> & Percentiles {
  return { ...rest, ...percentilesOf(times) };
}

/** @throws ReportTooLarge */
export async function sumUsage(db: Kysely<Schema>, query: UsageQuery): Promise<UsageSum[]> {
  const sums: UsageSum[] = [];
  for (const span of query.by === "month" ? monthsOf(query) : [query]) {
    const start = query.by === "month" ? sql.lit(monthStartMs(span.fromMs)) : startOf[query.by];
    sums.push(...(await sumSpan(db, { ...query, ...span }, start)));
    if (sums.length > bucketsMax) throw new ReportTooLarge();
  }
  return sums.toSorted((a, b) => a.startMs - b.startMs || ((a.group ?? "") < (b.group ?? "") ? -1 : 1));
}

type Span = Pick<UsageQuery, "fromMs" | "toMs">;

/** Whole hours and days are arithmetic, the same in every database; months are queried one by one. */
const startOf = {
  hour: sql<number>`hour_ms - hour_ms % ${sql.lit(hourMs)}`,
  day: sql<number>`hour_ms - hour_ms % ${sql.lit(dayMs)}`,
} as const;

function monthsOf({ fromMs, toMs }: Span): Span[] {
  const months: Span[] = [];
  for (let startMs = fromMs; startMs < toMs;) {
    const endMs = Math.min(toMs, monthEndMs(startMs));
    months.push({ fromMs: startMs, toMs: endMs });
    startMs = endMs;
  }
  return months;
}

/** All sums as one text: creating an object of as many numbers for each row took nearly half of the time. */
const timesText = sql<string | null>`${sql.join(
  timeColumns.map((column) => sql`CAST(sum(${sql.ref(column)}) AS text)`),
  sql` || ' ' || `,
)}`;

const timesIn = (text: string | null): Times => (text ?? "").split(" ").map(Number);

/** Usage of one endpoint with one outcome. */
export interface OutcomeSum {
  readonly endpoint: string;
  readonly outcome: string;
  readonly count: number;
  readonly times: Times;
}

/** Outcomes of an account's requests in a time range. */
export async function sumOutcomes(
  db: Kysely<Schema>,
  { accountId, fromMs, toMs, test }: Pick<UsageQuery, "fromMs" | "toMs"> & { accountId: string; test: boolean },
): Promise<OutcomeSum[]> {
  const rows = await db
    .selectFrom("usage")
    .select(["endpoint", "outcome", timesText.as("times")])
    .select((eb) => eb.cast<number>(eb.fn.sum("count"), "bigint").as("count"))
    .where("account_id", "=", accountId)
    .where("hour_ms", ">=", fromMs)
    .where("hour_ms", "<", toMs)
    .where(isTest, "=", Number(test))
    .groupBy(["endpoint", "outcome"])
    .execute();
  return rows.map((row) => ({ ...row, times: timesIn(row.times) }));
}

async function sumSpan(db: Kysely<Schema>, query: UsageQuery, start: RawBuilder<number>): Promise<UsageSum[]> {
  const { fromMs, toMs, split, accountId, keyId, test } = query;
  const group = split === "none" ? sql<string | null>`NULL` : sql<string | null>`${columns[split]}`;
  const groups = [...(query.by === "month" ? [] : [start]), ...(split === "none" ? [] : [columns[split]])];
  const rows = await db
    .selectFrom("usage")
    .select([start.as("startMs"), group.as("group"), timesText.as("times")])
    .select((eb) => [
      eb.cast<number>(eb.fn.sum("count"), "bigint").as("count"),
      eb.cast<number>(eb.fn.sum("duration_ms"), "bigint").as("durationMs"),
    ])
    .where("hour_ms", ">=", fromMs)
    .where("hour_ms", "<", toMs)
    .$if(accountId !== undefined, (query) => query.where("account_id", "=", accountId ?? ""))
    .$if(keyId !== undefined, (query) => query.where("key_id", "=", keyId ?? ""))
    .$if(test !== undefined, (query) => query.where(isTest, "=", Number(test)))
    .$if(groups.length > 0, (query) => query.groupBy(groups))
    .limit(bucketsMax + 1)
    .execute();
  // Without grouping, an empty result is one row.
  const there = rows.filter((row) => row.times !== null);
  return mapInSlices(there, (row) => ({ ...row, times: timesIn(row.times) }));
}

/** Sum of all rows. */
export async function total(sums: readonly UsageSum[]): Promise<Pick<UsageSum, "count" | "durationMs" | "times">> {
  const all = { count: 0, durationMs: 0, times: noTimes };
  await mapInSlices(sums, ({ count, durationMs, times }) => {
    all.count += count;
    all.durationMs += durationMs;
    all.times = addTimes(all.times, times);
  });
  return all;
}

/** An account's requests since a moment. */
interface AccountUse {
  /** All requests, whatever their outcome. */
  readonly count: number;
  /** Those that count for its month. */
  readonly used: number;
}

export async function usesByAccount(db: Kysely<Schema>, sinceMs: number): Promise<ReadonlyMap<string, AccountUse>> {
  const rows = await db
    .selectFrom("usage")
    .select((eb) => [
      "account_id",
      eb.cast<number>(eb.fn.sum("count"), "bigint").as("count"),
      eb
        .cast<number>(eb.fn.sum(eb.case().when(countsForMonth(eb)).then(eb.ref("count")).else(0).end()), "bigint")
        .as("used"),
    ])
    .where("hour_ms", ">=", sinceMs)
    .groupBy("account_id")
    .execute();
  return new Map(rows.map(({ account_id, count, used }) => [account_id, { count, used }]));
}
