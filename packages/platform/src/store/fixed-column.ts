import type { ColumnType } from "kysely";

/** A column that is set on insert and never changed. */
export type Fixed<T> = ColumnType<T, T, never>;
