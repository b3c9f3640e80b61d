import type { Kysely, Selectable } from "kysely";
import { isoOf } from "@selfsame/platform/iso-time";
import { beginsWith } from "@selfsame/platform/store/queries/begins-with";
import type { BatchesTable, Schema } from "@selfsame/platform/store/schema";

export type BatchRow = Selectable<BatchesTable>;

/** @returns undefined also for another account's batch */
export function findBatch(db: Kysely<Schema>, accountId: string, id: string): Promise<BatchRow | undefined> {
  return db
    .selectFrom("batches")
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
}

export interface BatchFilter {
  readonly status?: BatchRow["status"] | undefined;
  readonly keyId?: string | undefined;
  /** Prefix of the id. */
  readonly idBegins?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

/** The account's batches, unordered. */
export function selectBatches(
  db: Kysely<Schema>,
  accountId: string,
  { status, keyId, idBegins, fromMs, toMs }: BatchFilter = {},
) {
  return db
    .selectFrom("batches")
    .selectAll()
    .where("account_id", "=", accountId)
    .$if(status !== undefined, (query) => query.where("status", "=", status as BatchRow["status"]))
    .$if(keyId !== undefined, (query) => query.where("key_id", "=", keyId ?? ""))
    .$if(idBegins !== undefined, (query) => query.where(beginsWith(db, "id", idBegins ?? "")))
    .$if(fromMs !== undefined, (query) => query.where("created_at_ms", ">=", fromMs ?? 0))
    .$if(toMs !== undefined, (query) => query.where("created_at_ms", "<", toMs ?? 0));
}

/** As the API returns it, without what is not of the batch itself. */
export function batchData(batch: BatchRow, nowMs: number) {
  const { id, key_id, status, total, done, failed, threshold, cancel_reason } = batch;
  return {
    id,
    key_id,
    status,
    total,
    done,
    failed,
    threshold,
    cancel_reason,
    eta_s: etaSeconds(batch, nowMs),
    created_at: new Date(batch.created_at_ms).toISOString(),
    started_at: isoOf(batch.started_at_ms),
    ended_at: isoOf(batch.ended_at_ms),
  };
}

/** Estimated from the pace so far. Null before the first result, and after the end. */
function etaSeconds({ status, total, done, failed, started_at_ms }: BatchRow, nowMs: number): number | null {
  const ready = done + failed;
  if (status !== "running" || started_at_ms === null || ready === 0) return null;
  return Math.ceil((((nowMs - started_at_ms) / ready) * (total - ready)) / 1000);
}
