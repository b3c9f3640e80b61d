import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from "kysely";

/** Where a page of a list that has the newest first ends: the next one begins after it, whatever came in meanwhile. */
export interface Place {
  readonly createdAtMs: number;
  readonly id: string;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Undefined on the last page. */
  readonly next: Place | undefined;
}

/** @param rows one more than fits on a page, where there are more */
export function pageOf<Row extends { readonly id: string; readonly created_at_ms: number }>(
  rows: readonly Row[],
  limit: number,
): Page<Row> {
  const last = rows[limit - 1];
  const next = rows.length > limit && last ? { createdAtMs: last.created_at_ms, id: last.id } : undefined;
  return { rows: rows.slice(0, limit), next };
}

/** For tables with `id` and `created_at_ms`, ordered by both, descending. */
export function olderThan<DB, Table extends keyof DB>(
  where: ExpressionBuilder<DB, Table>,
  { createdAtMs, id }: Place,
): ExpressionWrapper<DB, Table, SqlBool> {
  // oxlint-disable-next-line typescript/no-explicit-any
  const untyped = where as ExpressionBuilder<any, any>;
  return untyped.or([
    untyped("created_at_ms", "<", createdAtMs),
    untyped.and([untyped("created_at_ms", "=", createdAtMs), untyped("id", "<", id)]),
  ]);
}

export function cursorOf({ createdAtMs, id }: Place): string {
  return Buffer.from(`${createdAtMs}:${id}`).toString("base64url");
}

/** @returns undefined for what is no cursor of ours */
export function placeOf(cursor: string): Place | undefined {
  const found = /^(\d{1,15}):([\w-]{1,64})$/.exec(Buffer.from(cursor, "base64url").toString());
  return found ? { createdAtMs: Number(found[1]), id: found[2] ?? "" } : undefined;
}
