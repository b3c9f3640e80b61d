import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Store } from "../store/store.ts";

/** Epoch milliseconds, as an SQL expression. */
export type NowMs = () => RawBuilder<number>;

/** Clocks of nodes differ, so a shared database's own clock is used. */
export function queueClock(kind: Store["kind"], now: () => number): NowMs {
  if (kind === "sqlite") return () => sql`CAST(${now()} AS bigint)`;
  return () => sql`CAST(extract(epoch FROM now()) * 1000 AS bigint)`;
}

/** Due at once, whatever the clock shows. */
export const atOnce = 0;

export const later = (nowMs: NowMs, afterMs: number): RawBuilder<number> =>
  sql`${nowMs()} + ${sql.lit(Math.round(afterMs))}`;
