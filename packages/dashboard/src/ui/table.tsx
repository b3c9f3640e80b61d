import type { ComponentChildren } from "preact";
import type { ListAddress } from "./list/address.ts";
import { sortingOf } from "./list/sorting.ts";

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are set to the right, in figures of one width. */
  readonly kind?: "text" | "number" | "actions";
  /** Left out on a narrow screen: it can be done without. */
  readonly narrow?: "drop";
  /** What its head sorts by, with `-` before it where that is the largest first. */
  readonly sort?: string;
}

export interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly id: (row: Row) => string | number;
  readonly tone?: (row: Row) => "faint" | "";
  /** Few and short columns: it stays a table on a phone. */
  readonly compact?: boolean;
  /** On a phone each card has two lines, and is its action's button: for long lists. */
  readonly brief?: boolean;
  /** Of a list: its heads are buttons. */
  readonly sorting?: Pick<ListAddress, "sorting" | "sortBy"> | undefined;
}

/** On a phone each row becomes a card, with the columns' titles before their values. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, id, tone, compact = false, brief = false } = props;
  const { sorting } = props;
  return (
    // The roles are the elements' own; `display` on a narrow screen would take them away.
    <table class={`table ${compact ? "compact" : "cards"} ${brief ? "brief" : ""}`} role="table">
      <caption class="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ title, kind = "text", narrow = "", sort }) => (
            <th
              key={title}
              scope="col"
              role="columnheader"
              class={`${kind} ${narrow}`}
              aria-sort={sort === undefined ? undefined : ariaSort(sort, sorting)}
            >
              {kind === "actions" ? (
                <span class="visually-hidden">{title}</span>
              ) : sort === undefined || !sorting ? (
                title
              ) : (
                <>
                  <SortHead title={title} sort={sort} {...sorting} />
                  <span class="sort-title">{title}</span>
                </>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={id(row)} role="row" class={tone?.(row)}>
            {columns.map(({ title, cell, kind = "text", narrow = "" }) => (
              <td key={title} role="cell" class={`${kind} ${narrow}`} data-title={title}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ariaSort(sort: string, of: TableProps<unknown>["sorting"]): "ascending" | "descending" | undefined {
  if (of?.sorting.by !== sortingOf(sort).by) return undefined;
  return of.sorting.descending ? "descending" : "ascending";
}

interface SortHeadProps extends Pick<ListAddress, "sorting" | "sortBy"> {
  readonly title: string;
  readonly sort: string;
}

/** A press sorts by its column, another one the other way round. */
function SortHead({ title, sort, sorting, sortBy }: SortHeadProps) {
  const first = sortingOf(sort);
  const isChosen = sorting.by === first.by;
  const arrow = isChosen ? (sorting.descending ? "↓" : "↑") : "";
  return (
    <button
      type="button"
      class="sort-head"
      onClick={() => sortBy(isChosen ? { by: first.by, descending: !sorting.descending } : first)}
    >
      {title}
      <span class="sort-arrow" aria-hidden="true">
        {arrow}
      </span>
    </button>
  );
}
