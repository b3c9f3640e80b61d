import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { commitQuickly } from "@selfsame/platform/store/sqlite/commit-quickly";
import type { Store } from "@selfsame/platform/store/store";
import { timeColumns } from "@selfsame/platform/store/time-columns";
import type { UsageRow } from "./rows.ts";

export interface UsageBatch {
  readonly id: string;
  readonly rows: readonly UsageRow[];
}

/** Adds the batch to the store in one commit; on PostgreSQL only once, however often it is retried. */
export function writeBatch(store: Store, batch: UsageBatch): Promise<void> {
  if (store.kind === "sqlite") return commitQuickly(store.db, (transaction) => addRows(transaction, batch.rows));
  return writeOnce(store.db, batch);
}

function writeOnce(db: Kysely<Schema>, { id, rows }: UsageBatch): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const inserted = await transaction
      .insertInto("usage_batches")
      .values({ id, written_at_ms: Date.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (inserted) await addRows(transaction, rows);
  });
}

/** Part of the caller's transaction. Names only the time columns that occur: one or two in most batches, which takes a third of the time of all columns. */
export async function addRows(db: Kysely<Schema>, rows: readonly UsageRow[]): Promise<void> {
  const occurring = timeColumns.filter((column) => rows.some((row) => row[column] !== undefined));
  const none = Object.fromEntries(occurring.map((column) => [column, 0]));
  const sums = ["count", "duration_ms", ...occurring].map((column) => [
    column,
    sql<number>`${sql.ref(`usage.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
  ]);
  await db
    .insertInto("usage")
    .values(rows.map((row) => Object.assign({}, none, row)))
    .onConflict((conflict) =>
      conflict.columns(["hour_ms", "key_id", "endpoint", "outcome"]).doUpdateSet(Object.fromEntries(sums)),
    )
    .execute();
}

/** Stores the day of a key's last use, if it changed. */
export async function markUsed(db: Kysely<Schema>, keyIds: readonly string[], day: string): Promise<void> {
  await db
    .updateTable("api_keys")
    .set({ last_used_day: day })
    .where("id", "in", keyIds)
    .where((where) => where.or([where("last_used_day", "is", null), where("last_used_day", "<", day)]))
    .execute();
}
