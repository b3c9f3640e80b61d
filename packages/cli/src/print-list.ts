import type { Parsed } from "./subcommands.ts";

/** The options of every list. */
export const listOptions = { json: { type: "boolean" } } as const;

/** Prints a list as a table with a header and aligned columns, or, with `--json`, as rows for programs. */
export function printList<Row>(
  { values }: Pick<Parsed, "values">,
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => string | number | null>>,
): void {
  if (values["json"] === true) {
    console.log(JSON.stringify(rows, null, 2));
    return;
  }
  const cells = rows.map((row) => Object.values(columns).map((text) => String(text(row) ?? "-")));
  const lines = [Object.keys(columns).map((name) => name.toUpperCase()), ...cells];
  const widths = Object.keys(columns).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}
