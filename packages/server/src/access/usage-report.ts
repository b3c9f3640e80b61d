import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import { StoreUnavailable } from "../store/outage.ts";
import type { Store } from "../store/store.ts";
import { monthStartMs } from "./month-counter.ts";
import { hourMs } from "./usage-rows.ts";

/** Outcomes of requests that were not admitted: counted as usage, but not against the month. */
export const refusals = ["rate_limited", "quota_exceeded"] as const;

/** How many requests of the account were admitted since a moment. While the database is away: none, as far as anybody knows. */
export async function usedSince(store: Store, accountId: string, sinceMs: number): Promise<number> {
  try {
    const { used } = await store.run(() =>
      store.db
        .selectFrom("usage")
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("count"), eb.lit(0)).as("used"))
        .where("account_id", "=", accountId)
        .where("hour_ms", ">=", sinceMs)
        .where("outcome", "not in", refusals)
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

export interface UsageBucket {
  /** Start of the hour, day or month, in UTC. */
  readonly startMs: number;
  /** A key's id, an endpoint or an outcome; null where nothing is split. */
  readonly group: string | null;
  readonly count: number;
  /** Time spent on all of them. */
  readonly durationMs: number;
}

const columns = { key: "key_id", endpoint: "endpoint", outcome: "outcome" } as const;
const dayMs = 24 * 3600_000;

/** Usage in buckets of time, by time and then group; buckets without a request are left out. */
export async function reportUsage(db: Kysely<Schema>, query: UsageQuery): Promise<UsageBucket[]> {
  const { fromMs, toMs, by, split, accountId, keyId } = query;
  // Whole hours and days are arithmetic, the same in every database; months are put together from days below.
  const size = sql.lit(by === "hour" ? hourMs : dayMs);
  const start = sql<number>`hour_ms - hour_ms % ${size}`;
  const group = split === "none" ? sql<string | null>`NULL` : sql<string | null>`${sql.ref(columns[split])}`;
  const rows = await db
    .selectFrom("usage")
    .select([start.as("startMs"), group.as("group")])
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
  const buckets = by === "month" ? byMonth(rows) : rows;
  return buckets.toSorted((a, b) => a.startMs - b.startMs || ((a.group ?? "") < (b.group ?? "") ? -1 : 1));
}

function byMonth(days: readonly UsageBucket[]): UsageBucket[] {
  const months = new Map<string, UsageBucket>();
  for (const { startMs, group, count, durationMs } of days) {
    const monthMs = monthStartMs(startMs);
    const id = `${monthMs} ${group ?? ""}`;
    const before = months.get(id) ?? { startMs: monthMs, group, count: 0, durationMs: 0 };
    months.set(id, { ...before, count: before.count + count, durationMs: before.durationMs + durationMs });
  }
  return [...months.values()];
}

/** Nothing in it needs quotes: groups are ids, endpoints and outcomes. */
export function usageCsv(buckets: readonly UsageBucket[]): string {
  const lines = buckets.map(
    ({ startMs, group, count, durationMs }) =>
      `${new Date(startMs).toISOString()},${group ?? ""},${count},${durationMs}`,
  );
  return `${["start,group,count,duration_ms", ...lines].join("\r\n")}\r\n`;
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
