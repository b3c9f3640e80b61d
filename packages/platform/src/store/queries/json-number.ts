import { type RawBuilder, sql } from "kysely";
import type { StoreKind } from "../migrate.ts";

/** A number in a column of JSON objects; null if absent. @param name of the field, one of ours */
export function jsonNumber(kind: StoreKind, column: string, name: string): RawBuilder<number | null> {
  return kind === "postgres"
    ? sql`(${sql.ref(column)}::jsonb ->> ${sql.lit(name)})::double precision`
    : sql`json_extract(${sql.ref(column)}, ${sql.lit(`$.${name}`)})`;
}
