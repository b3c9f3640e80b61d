import type { ColumnType } from "kysely";

/** What only the first write sets. */
export type Fixed<T> = ColumnType<T, T, never>;
