import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** Sorts after every text with a given prefix, comparing bytes. */
const last = "\u{10FFFF}";

/**
 * Whether a column's text begins with a prefix, case-sensitively. Needs an index made with `BY_BYTES` (see migrate.ts): PostgreSQL sorts others by the
 * database's language, which may separate texts with the same prefix.
 */
export function beginsWith(db: Kysely<Schema>, column: string, text: string) {
  const ref = sql.ref(column);
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<boolean>`(${ref} ~>=~ ${text} AND ${ref} ~<~ ${text + last})`
    : sql<boolean>`(${ref} >= ${text} AND ${ref} < ${text + last})`;
}
