import { type RawBuilder, sql } from "kysely";
import type { StoreKind } from "./migrate.ts";

/** A number of a column that holds a JSON object; null where it has none. @param name of the field, a word of ours */
export function jsonNumber(kind: StoreKind, column: string, name: string): RawBuilder<number | null> {
  return kind === "postgres"
    ? sql`(${sql.ref(column)}::jsonb ->> ${sql.lit(name)})::double precision`
    : sql`json_extract(${sql.ref(column)}, ${sql.lit(`$.${name}`)})`;
}
