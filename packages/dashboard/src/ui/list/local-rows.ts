import type { Sorting } from "./sorting.ts";

/** What rows can be sorted by: the names that columns have. */
export type SortKeys<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

const byLetters = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Rows in another order; those that are equal stay as they were, and those without a value come last. */
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

/** Whether a row's texts have every word that is searched for. */
export function hasWords(texts: readonly (string | null)[], searched: string): boolean {
  const text = texts.join(" ").toLowerCase();
  return searched
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
