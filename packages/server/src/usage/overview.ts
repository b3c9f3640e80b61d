import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import { monthStartMs } from "../limits/month-counter.ts";
import { reportUsage, sumUsage, total } from "./report.ts";
import type { UsageBucket, UsageSum } from "./report.ts";
import { percentilesOf } from "./times.ts";
import type { Percentiles } from "./times.ts";

export interface Totals extends Percentiles {
  readonly count: number;
  readonly durationMs: number;
  readonly outcomes: readonly { readonly outcome: string; readonly count: number }[];
}

export interface Overview {
  readonly today: Totals;
  readonly month: Totals;
  /** Active and not. */
  readonly keyCount: number;
  /** The last 30 days. */
  readonly days: readonly UsageBucket[];
  /** Webhook endpoints that were switched off. */
  readonly webhooksDisabled: number;
}

const dayMs = 24 * 3600_000;

/** An account at a glance; days and months in UTC. */
export async function overview(db: Kysely<Schema>, accountId: string, nowMs: number): Promise<Overview> {
  const todayMs = Math.floor(nowMs / dayMs) * dayMs;
  const common = { accountId, toMs: nowMs + 1, by: "day" } as const;
  const totalsSince = async (fromMs: number) => toTotals(await sumUsage(db, { ...common, fromMs, split: "outcome" }));
  const keys = await db
    .selectFrom("api_keys")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  const disabled = await db
    .selectFrom("webhook_endpoints")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .where("only_for", "is", null)
    .where("disabled_at_ms", "is not", null)
    .executeTakeFirstOrThrow();
  return {
    today: await totalsSince(todayMs),
    month: await totalsSince(monthStartMs(nowMs)),
    keyCount: keys.count,
    webhooksDisabled: disabled.count,
    days: (await reportUsage(db, { ...common, fromMs: todayMs - 29 * dayMs, split: "none" })).buckets,
  };
}

async function toTotals(sums: readonly UsageSum[]): Promise<Totals> {
  const { count, durationMs, times } = await total(sums);
  const outcomes = Map.groupBy(sums, ({ group }) => group ?? "");
  return {
    count,
    durationMs,
    ...percentilesOf(times),
    outcomes: [...outcomes]
      .map(([outcome, sums]) => ({ outcome, count: sums.reduce((sum, { count }) => sum + count, 0) }))
      .toSorted((a, b) => b.count - a.count || (a.outcome < b.outcome ? -1 : 1)),
  };
}
