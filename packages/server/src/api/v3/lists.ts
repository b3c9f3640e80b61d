import type { Kysely, SelectQueryBuilder } from "kysely";
import { inTurn } from "@selfsame/platform/turns";
import { lastRowOf, orderedPage, type SortColumn } from "@selfsame/platform/store/queries/ordered-page";
import { nextCursor, placeOf } from "@selfsame/platform/store/queries/pagination";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import type { Context, EndpointDeps, Rejection } from "./endpoint.ts";

/** Maps the names of a list's orders to columns. The first is the creation time. */
export type Sorts = Readonly<Record<string, SortColumn>>;

export const createdAt: SortColumn = { column: "created_at_ms", kind: "number" };

export const msOf = (time: string | undefined): number | undefined =>
  time === undefined ? undefined : Date.parse(time);

/** Cursors of a list's first order, in the format of earlier versions: a caller who pages during an upgrade can continue. */
interface FirstCursors<Row> {
  readonly placeOf: (cursor: string) => { readonly value: number; readonly id: string } | undefined;
  /** The cursor of the page after a row. */
  readonly after: (row: Row, descending: boolean) => string | null;
}

/** A list: its sort orders, and the filters that the index of its first order covers. */
interface List<Row> {
  readonly store: Store;
  readonly sorts: Sorts;
  readonly indexed: readonly string[];
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly select: (db: Kysely<Schema>) => SelectQueryBuilder<any, any, Row>;
  /** The id column in SQL, if `id` alone is ambiguous. */
  readonly idColumn?: string;
}

interface AskedList {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly sort: string;
  readonly [filter: string]: unknown;
}

const noTurn: Rejection = {
  code: "rate_limited",
  message: "Sorted and filtered lists of an account are read one after the other: too many of this account wait.",
  hint: "Retry after the seconds in `Retry-After`.",
  retryAfterSeconds: 2,
};

/** Runs a read without an index in the account's queue. */
export async function inSearchTurn<T extends object>(
  { searchTurns }: Pick<EndpointDeps, "searchTurns">,
  accountId: string,
  work: () => Promise<T>,
): Promise<T | Rejection> {
  const found = await inTurn(searchTurns, accountId, work);
  return found === "no_turn" ? noTurn : found;
}

const byTime: FirstCursors<{ readonly id: string; readonly created_at_ms: number }> = {
  placeOf: (cursor) => {
    const place = placeOf(cursor);
    return place && { value: place.createdAtMs, id: place.id };
  },
  after: ({ id, created_at_ms }) => nextCursor({ next: { createdAtMs: created_at_ms, id } }),
};

/** Returns a page of a list whose first order is the creation time. */
export const readPage = <Row extends { readonly id: string; readonly created_at_ms: number }>(
  deps: Pick<EndpointDeps, "searchTurns">,
  context: Pick<Context, "caller">,
  list: List<Row>,
  asked: AskedList,
) => readPageBy(byTime, deps, context, list, asked);

/**
 * Returns a page of a list. A query that the list's index covers runs at once. Any other runs on `store.reports`, one per account at a time, so that
 * a slow one delays only its account.
 */
export async function readPageBy<Row extends { readonly id: string }>(
  cursors: FirstCursors<Row>,
  deps: Pick<EndpointDeps, "searchTurns">,
  { caller }: Pick<Context, "caller">,
  { store, sorts, indexed, select, idColumn }: List<Row>,
  { limit, cursor, sort, ...filters }: AskedList,
): Promise<{ readonly rows: readonly Row[]; readonly next_cursor: string | null } | Rejection> {
  const [first] = Object.values(sorts);
  const by = sorts[sort.replace(/^-/, "")] ?? createdAt;
  const descending = sort.startsWith("-");
  const isFirst = by === first;
  const after = cursor === undefined ? undefined : isFirst ? cursors.placeOf(cursor) : lastRowOf(cursor, by);
  if (cursor !== undefined && !after) return { code: "invalid_parameter", param: "cursor" };
  const read = (db: Kysely<Schema>) => orderedPage(select(db), { limit, after, order: { by, descending } }, idColumn);
  const isFiltered = Object.entries(filters).some(([name, value]) => value !== undefined && !indexed.includes(name));
  const isPlain = isFirst && !isFiltered;
  const found = isPlain ? await read(store.db) : await inSearchTurn(deps, caller.accountId, () => read(store.reports));
  if ("code" in found) return found;
  const { rows, next } = found;
  const last = rows.at(-1);
  return { rows, next_cursor: isFirst && next !== null && last ? cursors.after(last, descending) : next };
}
