import type { ComponentChildren } from "preact";

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are set to the right, in figures of one width. */
  readonly kind?: "text" | "number" | "actions";
  /** Left out on a narrow screen: it can be done without. */
  readonly narrow?: "drop";
}

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly id: (row: Row) => string | number;
  readonly tone?: (row: Row) => "faint" | "";
  /** Few and short columns: it stays a table on a phone. */
  readonly compact?: boolean;
  /** On a phone each card has two lines, and is its action's button: for long lists. */
  readonly brief?: boolean;
}

/** On a phone each row becomes a card, with the columns' titles before their values. */
export function Table<Row>({ caption, columns, rows, id, tone, compact = false, brief = false }: TableProps<Row>) {
  return (
    // The roles are the elements' own; `display` on a narrow screen would take them away.
    <table class={`table ${compact ? "compact" : "cards"} ${brief ? "brief" : ""}`} role="table">
      <caption class="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ title, kind = "text", narrow = "" }) => (
            <th key={title} scope="col" role="columnheader" class={`${kind} ${narrow}`}>
              {kind === "actions" ? <span class="visually-hidden">{title}</span> : title}
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
