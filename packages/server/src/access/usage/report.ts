import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Schema } from "../../store/schema.ts";
import { StoreUnavailable } from "../../store/outage.ts";
import type { Store } from "../../store/store.ts";
import { timeColumns } from "../../store/time-columns.ts";
import { monthStartMs } from "../limits/month-counter.ts";
import { hourMs } from "./rows.ts";
import { addTimes, noTimes, percentilesOf } from "./times.ts";
import type { Percentiles, Times } from "./times.ts";

/** Outcomes of requests that were not admitted: counted as usage, but not against the month. */
const refusals = ["rate_limited", "quota_exceeded"] as const;

/** How many requests with private keys of the account, test keys aside, were admitted since a moment: what the month counts. While the database is away: none, as far as anybody knows. */
export async function usedSince(store: Store, accountId: string, sinceMs: number): Promise<number> {
  try {
    const { used } = await store.run(() =>
      store.db
        .selectFrom("usage")
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("count"), eb.lit(0)).as("used"))
        .where("account_id", "=", accountId)
        .where("hour_ms", ">=", sinceMs)
        .where("outcome", "not in", refusals)
        .where("key_id", "not in", (eb) =>
          eb
            .selectFrom("api_keys")
            .select("id")
            .where((where) => where.or([where("kind", "=", "public"), where("test", "=", 1)])),
        )
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
  /** Absent: every account's. */
  readonly accountId?: string | undefined;
  readonly keyId?: string | undefined;
}

export interface UsageBucket extends Percentiles {
  /** Start of the hour, day or month, in UTC. */
  readonly startMs: number;
  /** A key's id, an endpoint or an outcome; null where nothing is split. */
  readonly group: string | null;
  readonly count: number;
  /** Time spent on all of them. */
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

const columns = { key: "key_id", endpoint: "endpoint", outcome: "outcome" } as const;
const dayMs = 24 * 3600_000;

export interface UsageReport {
  /** By time and then group; those without a request are left out. */
  readonly buckets: readonly UsageBucket[];
  /** All buckets together. */
  readonly total: Pick<UsageBucket, "count" | "durationMs" | keyof Percentiles>;
}

export async function reportUsage(db: Kysely<Schema>, query: UsageQuery): Promise<UsageReport> {
  const sums = await sumUsage(db, query);
  return {
    buckets: sums.map(told),
    total: told(total(sums)),
  };
}

/** With percentiles in place of the counts they come of. */
function told<T extends { readonly times: Times }>({ times, ...rest }: T): Omit<T, "times"> & Percentiles {
  return { ...rest, ...percentilesOf(times) };
}

export async function sumUsage(db: Kysely<Schema>, query: UsageQuery): Promise<UsageSum[]> {
  const { fromMs, toMs, by, split, accountId, keyId } = query;
  // Whole hours and days are arithmetic, the same in every database; months are put together from days below.
  const size = sql.lit(by === "hour" ? hourMs : dayMs);
  const start = sql<number>`hour_ms - hour_ms % ${size}`;
  const group = split === "none" ? sql<string | null>`NULL` : sql<string | null>`${sql.ref(columns[split])}`;
  // One text of all the sums: making an object of as many numbers for each row took nearly half of the time.
  const times = sql.join(
    timeColumns.map((column) => sql`CAST(sum(${sql.ref(column)}) AS text)`),
    sql` || ' ' || `,
  );
  const rows = await db
    .selectFrom("usage")
    .select([start.as("startMs"), group.as("group"), sql<string>`${times}`.as("times")])
    .select((eb) => [
      eb.cast<number>(eb.fn.sum("count"), "bigint").as("count"),
      eb.cast<number>(eb.fn.sum("duration_ms"), "bigint").as("durationMs"),
    ])
    .where("hour_ms", ">=", fromMs)
    .where("hour_ms", "<", toMs)
    .$if(accountId !== undefined, (query) => query.where("account_id", "=", accountId ?? ""))
    .$if(keyId !== undefined, (query) => query.where("key_id", "=", keyId ?? ""))
    .groupBy(split === "none" ? [start] : [start, sql.ref(columns[split])])
    .execute();
  const sums = rows.map((row) => ({ ...row, times: row.times.split(" ").map(Number) }));
  return (by === "month" ? byMonth(sums) : sums).toSorted(
    (a, b) => a.startMs - b.startMs || ((a.group ?? "") < (b.group ?? "") ? -1 : 1),
  );
}

function byMonth(days: readonly UsageSum[]): UsageSum[] {
  const months = Map.groupBy(days, ({ startMs, group }) => `${monthStartMs(startMs)} ${group ?? ""}`);
  return [...months.values()].flatMap((days) =>
    days.slice(0, 1).map(({ startMs, group }) => ({ startMs: monthStartMs(startMs), group, ...total(days) })),
  );
}

/** All of them together. */
export function total(sums: readonly UsageSum[]): Pick<UsageSum, "count" | "durationMs" | "times"> {
  return {
    count: sums.reduce((sum, { count }) => sum + count, 0),
    durationMs: sums.reduce((sum, { durationMs }) => sum + durationMs, 0),
    times: sums.reduce((sum, { times }) => addTimes(sum, times), noTimes),
  };
}

/** Nothing in it needs quotes: groups are ids, endpoints and outcomes. */
export function usageCsv(buckets: readonly UsageBucket[]): string {
  const lines = buckets.map(
    ({ startMs, group, count, durationMs, p50Ms, p95Ms }) =>
      `${new Date(startMs).toISOString()},${group ?? ""},${count},${durationMs},${p50Ms ?? ""},${p95Ms ?? ""}`,
  );
  return `${["start,group,count,duration_ms,p50_ms,p95_ms", ...lines].join("\r\n")}\r\n`;
}

/** How many requests each account sent since a moment. */
export async function countsByAccount(db: Kysely<Schema>, sinceMs: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("usage")
    .select((eb) => ["account_id", eb.fn.sum<number>("count").as("count")])
    .where("hour_ms", ">=", sinceMs)
    .groupBy("account_id")
    .execute();
  return new Map(rows.map((row) => [row.account_id, row.count]));
}
