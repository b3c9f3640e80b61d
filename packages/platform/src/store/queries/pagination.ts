import type { SelectQueryBuilder } from "kysely";
import { rowsAfter } from "./ordered-page.ts";

/** End of a page, newest first: the next page begins after it, whatever was added meanwhile. */
export interface Place {
  readonly createdAtMs: number;
  readonly id: string;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Undefined on the last page. */
  readonly next: Place | undefined;
}

/**
 * A page of a query's rows, newest first: for tables with `id` and `created_at_ms`.
 * @param prefix of these columns, if the query joins tables
 */
export async function newestFirst<Row extends { readonly id: string; readonly created_at_ms: number }>(
  // oxlint-disable-next-line typescript/no-explicit-any
  query: SelectQueryBuilder<any, any, Row>,
  { limit, after }: { readonly limit: number; readonly after?: Place | undefined },
  prefix: "" | `${string}.` = "",
): Promise<Page<Row>> {
  const order = { by: { column: `${prefix}created_at_ms`, kind: "number" }, descending: true } as const;
  const lastRow = after && { value: after.createdAtMs, id: after.id };
  const { rows, last } = await rowsAfter(query, { limit, after: lastRow, order }, `${prefix}id`);
  return { rows, next: last && { createdAtMs: last.created_at_ms, id: last.id } };
}

function cursorOf({ createdAtMs, id }: Place): string {
  return Buffer.from(`${createdAtMs}:${id}`).toString("base64url");
}

/** @returns null on the last page */
export const nextCursor = ({ next }: Pick<Page<unknown>, "next">): string | null => (next ? cursorOf(next) : null);

/** @returns undefined if it is no cursor of ours */
export function placeOf(cursor: string): Place | undefined {
  const found = /^(\d{1,15}):([\w-]{1,64})$/.exec(Buffer.from(cursor, "base64url").toString());
  return found ? { createdAtMs: Number(found[1]), id: found[2] ?? "" } : undefined;
}
