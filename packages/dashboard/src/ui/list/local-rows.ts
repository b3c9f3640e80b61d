import type { Sorting } from "./sorting.ts";

/** Values to sort rows by, by column name. */
export type SortKeys<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

const byLetters = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Sorts rows. The sort is stable; rows without a value come last. */
export function sorted<Row>(rows: readonly Row[], keys: SortKeys<Row>, { by, descending }: Sorting): readonly Row[] {
  const key = keys[by];
  if (!key) return rows;
  const sign = descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === "number" && typeof b === "number" ? a - b : byLetters.compare(String(a), String(b)));
  });
}

/** Whether the texts of a row contain every word of the search. */
export function hasWords(texts: readonly (string | null)[], searched: string): boolean {
  const text = texts.join(" ").toLowerCase();
  return searched
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
