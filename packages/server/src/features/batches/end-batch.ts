import type { Kysely } from "kysely";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { Actor } from "@selfsame/platform/audit/audit";
import type { Events } from "@selfsame/platform/events/events";
import type { Schema } from "@selfsame/platform/store/schema";
import { type BatchRow, findBatch } from "./batch.ts";
import type { BatchDeps } from "./create-batch.ts";

/** Ends a batch and emits its event, in one transaction. Running items find it ended and store no result. */
export async function endBatch(
  db: Kysely<Schema>,
  events: Events,
  id: string,
  end: { readonly status: "completed" | "cancelled"; readonly reason?: "asked" | "key_revoked" },
  nowMs: number,
): Promise<BatchRow | undefined> {
  const batch = await db
    .updateTable("batches")
    .set({ status: end.status, cancel_reason: end.reason ?? null, ended_at_ms: nowMs })
    .where("id", "=", id)
    .where("status", "in", ["queued", "running"])
    .returningAll()
    .executeTakeFirst();
  if (!batch) return undefined;
  await db
    .updateTable("batch_items")
    .set({ reference_urls: "[]", selfie_url: "" })
    .where("batch_id", "=", id)
    .execute();
  const { account_id: accountId, status, total, done, failed } = batch;
  await events.emit(db, { accountId, type: "batch.completed", data: { id, status, total, done, failed } }, id);
  return batch;
}

export type Cancelled =
  | { readonly outcome: "cancelled"; readonly batch: BatchRow }
  | { readonly outcome: "not_found" | "over" };

/** @param by the signed-in person, for the audit log; absent for an API key */
export function cancelBatch(
  { store, events, now }: BatchDeps,
  accountId: string,
  id: string,
  by?: Actor,
): Promise<Cancelled> {
  return store.db.transaction().execute(async (db) => {
    if (!(await findBatch(db, accountId, id))) return { outcome: "not_found" };
    const batch = await endBatch(db, events, id, { status: "cancelled", reason: "asked" }, now());
    if (batch && by) await writeAudit(db, now(), by, "batch_cancelled", accountId, id);
    return batch ? { outcome: "cancelled", batch } : { outcome: "over" };
  });
}

/** Deletes it in any state, with its results. @param by as above @returns whether it existed */
export function deleteBatch({ store, now }: BatchDeps, accountId: string, id: string, by?: Actor): Promise<boolean> {
  return store.db.transaction().execute(async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom("batches")
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await db.deleteFrom("webhook_endpoints").where("only_for", "=", id).execute();
    if (by) await writeAudit(db, now(), by, "batch_deleted", accountId, id);
    return true;
  });
}
