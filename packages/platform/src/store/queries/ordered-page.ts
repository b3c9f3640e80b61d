import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";

/** Sort column of a list, or an expression; `missing` replaces null. */
export interface SortColumn {
  /** As in SQL: `created_at_ms`, `delivery.duration_ms`. */
  readonly column: string | RawBuilder<unknown>;
  readonly kind: "number" | "text";
  /** Sort value of null, if the column can be null. Without it the column is compared unchanged, so that an index can serve. */
  readonly missing?: number | string;
}

export interface Order {
  readonly by: SortColumn;
  readonly descending: boolean;
}

/** The last row of a page: its sort value and its id. */
interface LastRow {
  readonly value: number | string;
  readonly id: string;
}

interface AskedPage {
  readonly limit: number;
  readonly after?: LastRow | undefined;
  readonly order: Order;
}

// oxlint-disable-next-line typescript/no-explicit-any
type Query<Row> = SelectQueryBuilder<any, any, Row>;
type SortedRow<Row> = Row & { readonly sorted_by: number | string };

export interface OrderedPage<Row> {
  readonly rows: readonly Row[];
  /** Cursor of the next page; null on the last. */
  readonly next: string | null;
}

const longestValue = 600;
/** Ids of a batch's items are the caller's. */
const longestId = 128;

/** @returns undefined if it is no cursor of a list with this order */
export function lastRowOf(cursor: string, { kind }: SortColumn): LastRow | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (!Array.isArray(parsed) || parsed.length !== 2) return undefined;
    const [value, id] = parsed as readonly unknown[];
    if (typeof id !== "string" || id.length > longestId || id.includes("\0")) return undefined;
    if (kind === "number") return typeof value === "number" ? { value, id } : undefined;
    return typeof value === "string" && value.length <= longestValue && !value.includes("\0")
      ? { value, id }
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A page of a query's rows in a given order; equal rows are ordered by id. Rows added meanwhile do not shift pages.
 * @param query without an order of its own
 * @param idColumn as in SQL, if `id` alone is ambiguous
 */
export async function orderedPage<Row extends { readonly id: string }>(
  query: Query<Row>,
  asked: AskedPage,
  idColumn = "id",
): Promise<OrderedPage<Row>> {
  const { rows, last } = await rowsAfter(query, asked, idColumn);
  return { rows, next: last ? Buffer.from(JSON.stringify([last.sorted_by, last.id])).toString("base64url") : null };
}

/** The rows of such a page. @returns `last` only if another page follows */
export async function rowsAfter<Row extends { readonly id: string }>(
  query: Query<Row>,
  { limit, after, order: { by, descending } }: AskedPage,
  idColumn: string,
): Promise<{ readonly rows: readonly Row[]; readonly last: SortedRow<Row> | undefined }> {
  const column = typeof by.column === "string" ? sql.ref(by.column) : by.column;
  const value = by.missing === undefined ? column : sql`coalesce(${column}, ${sql.lit(by.missing)})`;
  const id = sql.ref(idColumn);
  const direction = descending ? "desc" : "asc";
  const beyond = sql.raw(descending ? "<" : ">");
  const rows = (await query
    .select(value.as("sorted_by"))
    .$if(after !== undefined, (page) =>
      // The first condition alone bounds what an index has to read.
      page.where(
        sql<boolean>`${value} ${beyond}= ${after?.value} AND (${value} ${beyond} ${after?.value} OR ${id} ${beyond} ${after?.id})`,
      ),
    )
    .orderBy(value, direction)
    .orderBy(id, direction)
    // One extra row shows that there is another page.
    .limit(limit + 1)
    .execute()) as SortedRow<Row>[];
  return { rows: rows.slice(0, limit), last: rows.length > limit ? rows[limit - 1] : undefined };
}
