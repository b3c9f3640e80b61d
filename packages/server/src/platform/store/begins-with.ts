import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Schema } from "./schema.ts";

/** After every text that begins with one, as bytes are compared. */
const last = "\u{10FFFF}";

/**
 * Whether a column's text begins with another, upper and lower case apart. An index serves it that was made with `BY_BYTES` (see
 * migrate.ts): PostgreSQL sorts others by the language of the database, in which what begins alike need not stand together.
 */
export function beginsWith(db: Kysely<Schema>, column: string, text: string) {
  const ref = sql.ref(column);
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<boolean>`(${ref} ~>=~ ${text} AND ${ref} ~<~ ${text + last})`
    : sql<boolean>`(${ref} >= ${text} AND ${ref} < ${text + last})`;
}
