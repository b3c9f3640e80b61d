import type { Selectable } from "kysely";
import type { UsageTable } from "@selfsame/platform/store/schema";
import type { TimeColumn } from "@selfsame/platform/store/time-columns";
import type { UsageRecord } from "../access/access.ts";
import { timeColumn } from "./times.ts";

/** Counts for one key, endpoint and outcome in one hour. Never anything of a photo. */
export type UsageRow = Readonly<
  Omit<Selectable<UsageTable>, TimeColumn> & Partial<Pick<Selectable<UsageTable>, TimeColumn>>
>;

export const hourMs = 3600_000;

/** Adds a record to its batch's rows. */
export function addToRows(rows: Map<string, UsageRow>, usage: UsageRecord, nowMs: number): void {
  const hour_ms = Math.floor(nowMs / hourMs) * hourMs;
  const { caller, endpoint, outcome } = usage;
  const id = `${hour_ms} ${caller.keyId} ${endpoint} ${outcome}`;
  const before = rows.get(id);
  const took = timeColumn(usage.durationMs);
  rows.set(id, {
    ...before,
    hour_ms,
    key_id: caller.keyId,
    account_id: caller.accountId,
    endpoint,
    outcome,
    count: (before?.count ?? 0) + 1,
    duration_ms: (before?.duration_ms ?? 0) + Math.round(usage.durationMs),
    [took]: (before?.[took] ?? 0) + 1,
  });
}

/** In a fixed order, so that nodes that write the same rows wait for each other instead of deadlocking. */
export function sortedRows(rows: ReadonlyMap<string, UsageRow>): UsageRow[] {
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
