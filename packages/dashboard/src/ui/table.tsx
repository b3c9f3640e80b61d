import type { ComponentChildren } from "preact";
import type { ListAddress } from "./list/address.ts";
import { sortingOf } from "./list/sorting.ts";

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are right-aligned, with digits of equal width. */
  readonly kind?: "text" | "number" | "actions";
  /** Hidden on a narrow screen, because it is not essential. */
  readonly narrow?: "drop";
  /** Sort name of the column, with `-` before it if the first click sorts in descending order. */
  readonly sort?: string;
}

export interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly id: (row: Row) => string | number;
  readonly tone?: (row: Row) => "faint" | "";
  /** The columns are few and short, so it stays a table on a phone. */
  readonly compact?: boolean;
  /** On a phone each card has two lines, and the whole card is the button of its action: for long lists. */
  readonly brief?: boolean;
  /** For a list: the column heads are buttons that sort. */
  readonly sorting?: Pick<ListAddress, "sorting" | "sortBy"> | undefined;
}

/** A table. On a phone each row becomes a card, with the column titles before the values. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, id, tone, compact = false, brief = false } = props;
  const { sorting } = props;
  return (
    // The elements' own roles, repeated because `display` on a narrow screen would remove them.
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

/** A click sorts by the column, a second click reverses the order. */
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
