import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Schema } from "./schema.ts";
import type { Store } from "./store.ts";

/** Some milliseconds of work: no statement runs into its time-out, and on the embedded database no request waits long. */
export const chunkRows = 1000;

/**
 * Deletes the rows that match the condition, however many there are.
 * @param key the table's primary key
 * @param condition should have an index: it is evaluated once a chunk
 * @param signal ends it between two chunks
 * @throws StoreUnavailable
 */
export async function deleteInChunks(
  store: Store,
  table: keyof Schema,
  key: string,
  condition: RawBuilder<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const [name, column] = [sql.table(table), sql.ref(key)];
  const chunk = sql`DELETE FROM ${name} WHERE ${column} IN (SELECT ${column} FROM ${name} WHERE ${condition} LIMIT ${sql.lit(chunkRows)})`;
  for (let last = false; !last;) {
    if (signal?.aborted) return;
    const { numAffectedRows = 0n } = await store.run(() => chunk.execute(store.db));
    last = numAffectedRows < chunkRows;
    await nextTurn();
  }
}
