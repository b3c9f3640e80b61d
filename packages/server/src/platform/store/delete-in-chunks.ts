import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Schema } from "./schema.ts";
import type { Store } from "./store.ts";

/** Some milliseconds of work on PostgreSQL: no statement runs into its time-out. */
export const chunkRows = 1000;
/** The same on the embedded database, where nothing else runs meanwhile, with what is deleted along with a row. */
export const sliceRows = 25;

/**
 * Deletes the rows that match the condition, however many there are.
 * @param key the table's primary key
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
  const deleteChunk = store.kind === "sqlite" ? deleteSlices : deleteAtOnce;
  for (let last = false; !last;) {
    if (signal?.aborted) return;
    last = (await deleteChunk(store, { table, key, condition })) < chunkRows;
    await nextTurn();
  }
}

interface Rows {
  readonly table: keyof Schema;
  readonly key: string;
  readonly condition: RawBuilder<unknown>;
}

async function deleteAtOnce(store: Store, { table, key, condition }: Rows): Promise<number> {
  const [name, column] = [sql.table(table), sql.ref(key)];
  const chunk = sql`DELETE FROM ${name} WHERE ${column} IN (SELECT ${column} FROM ${name} WHERE ${condition} LIMIT ${sql.lit(chunkRows)})`;
  const { numAffectedRows = 0n } = await store.run(() => chunk.execute(store.db));
  return Number(numAffectedRows);
}

/**
 * Which rows they are is read on the thread for reports: that may take long where the condition has no index, or nothing matches it any more. Only what
 * they are deleted by, their key, is looked up on the event loop, and the condition once more, since a row may have changed.
 */
async function deleteSlices(store: Store, { table, key, condition }: Rows): Promise<number> {
  const [name, column] = [sql.table(table), sql.ref(key)];
  const found = sql<{
    key: string | number;
  }>`SELECT ${column} AS key FROM ${name} WHERE ${condition} LIMIT ${sql.lit(chunkRows)}`;
  const { rows } = await store.run(() => found.execute(store.reports));
  for (let at = 0; at < rows.length; at += sliceRows) {
    const keys = rows.slice(at, at + sliceRows).map((row) => row.key);
    const slice = sql`DELETE FROM ${name} WHERE ${column} IN (${sql.join(keys)}) AND ${sql`(${condition})`}`;
    await store.run(() => slice.execute(store.db));
    await nextTurn();
  }
  return rows.length;
}
