import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Store } from "../store/store.ts";

/** Epoch milliseconds, as a part of a statement. */
export type NowMs = () => RawBuilder<number>;

/** The clocks of nodes differ: where several share a database, its own counts. */
export function queueClock(kind: Store["kind"], now: () => number): NowMs {
  if (kind === "sqlite") return () => sql`CAST(${now()} AS bigint)`;
  return () => sql`CAST(extract(epoch FROM now()) * 1000 AS bigint)`;
}

/** Runs at once, whatever the clock says or will say. */
export const atOnce = 0;

export const later = (nowMs: NowMs, afterMs: number): RawBuilder<number> =>
  sql`${nowMs()} + ${sql.lit(Math.round(afterMs))}`;
