import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Schema } from "../schema.ts";
import type { Store } from "../store.ts";

/** Some milliseconds of work on PostgreSQL: no statement reaches its time limit. */
export const chunkRows = 1000;
/** The same on the embedded database, where nothing else runs meanwhile, including rows deleted by cascade. */
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
 * Finds the rows on the reports thread: that may be slow if the condition has no index, or nothing matches any more. The event loop only looks up their
 * keys, and checks the condition again, since a row may have changed.
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
