import { sql } from "kysely";
import type { Kysely } from "kysely";
import { hasEnded } from "./drop-outs.ts";
import type { Schema } from "@selfsame/platform/store/schema";

const dayMs = 24 * 3600_000;

/** Sessions by the stage they reached, for the day of their creation (UTC). Each count except `ended` is a part of the previous one. */
export interface FunnelDay {
  readonly startMs: number;
  readonly made: number;
  readonly opened: number;
  readonly consented: number;
  readonly captured: number;
  readonly verified: number;
  /** Created sessions that have ended: the denominator of the verified rate. */
  readonly ended: number;
}

const countOf = (when: ReturnType<typeof sql>) => sql<number>`CAST(sum(CASE WHEN ${when} THEN 1 ELSE 0 END) AS bigint)`;

/** The last `days` days including today, oldest first. */
export async function readFunnel(
  db: Kysely<Schema>,
  accountId: string,
  { days, test, nowMs }: { readonly days: number; readonly test: boolean; readonly nowMs: number },
): Promise<readonly FunnelDay[]> {
  const todayMs = nowMs - (nowMs % dayMs);
  const fromMs = todayMs - (days - 1) * dayMs;
  const start = sql<number>`created_at_ms - created_at_ms % ${sql.lit(dayMs)}`;
  const rows = await db
    .selectFrom("verification_sessions")
    .select([
      start.as("startMs"),
      sql<number>`CAST(count(*) AS bigint)`.as("made"),
      countOf(sql`opened_at_ms IS NOT NULL`).as("opened"),
      countOf(sql`started_at_ms IS NOT NULL`).as("consented"),
      countOf(sql`attempts > 0`).as("captured"),
      countOf(sql`status = 'verified'`).as("verified"),
      countOf(hasEnded(nowMs)).as("ended"),
    ])
    .where("account_id", "=", accountId)
    .where("test", "=", Number(test))
    .where("created_at_ms", ">=", fromMs)
    .groupBy(start)
    .execute();
  const found = new Map(rows.map((row) => [row.startMs, row]));
  return Array.from({ length: days }, (_, index) => {
    const startMs = fromMs + index * dayMs;
    return found.get(startMs) ?? { startMs, made: 0, opened: 0, consented: 0, captured: 0, verified: 0, ended: 0 };
  });
}
