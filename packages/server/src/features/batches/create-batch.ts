import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Caller } from "../../accounts/access/access.ts";
import { newId } from "@selfsame/platform/ids/ids";
import type { Events } from "@selfsame/platform/events/events";
import type { Queue } from "@selfsame/platform/queue/queue";
import { closePhotos } from "@selfsame/platform/secrets/sealed-address";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import { type WebhookDeps, insertEndpoint } from "../webhooks/endpoints.ts";
import type { BatchRow } from "./batch.ts";
import { storedReferences } from "./item-template.ts";
import type { NewItem } from "./items.ts";

export const groupJob = "batch_group";
/** One queue target for all of an account's photos: if they load slowly, the account gets fewer places. */
const groupTarget = "photos";
/** Items of a group: enough to keep a node's workers busy while photos load, few enough to finish well within a lease. */
const groupSize = 10;

export interface BatchDeps {
  readonly store: Store;
  readonly queue: Queue;
  readonly events: Events;
  /** Also seals the addresses of photos. */
  readonly webhooks: Pick<WebhookDeps, "seal" | "mayClose" | "now" | "post">;
  readonly now: () => number;
}

export interface NewBatch {
  readonly items: readonly NewItem[];
  readonly threshold: number | undefined;
  /** Address that is called when this batch ends. */
  readonly callback: string | undefined;
  /** Whether each result comes with a receipt. */
  readonly receipt?: boolean | undefined;
}

export interface MadeBatch {
  readonly batch: BatchRow;
  /** Secret that signs its callback. */
  readonly callback: { readonly endpoint: string; readonly secret: string } | undefined;
}

const rowsAtOnce = 500;

/** Creates a batch and its jobs, in one transaction. @param also further work in this transaction */
export function createBatch(
  { store, queue, webhooks, now }: BatchDeps,
  { accountId, keyId }: Caller,
  { items, threshold, callback, receipt = false }: NewBatch,
  also: (db: Kysely<Schema>, made: MadeBatch) => Promise<void>,
): Promise<MadeBatch> {
  const id = newId("bt");
  const rowOf = (item: NewItem, position: number) => ({
    batch_id: id,
    position,
    item_id: item.id,
    ...closePhotos(webhooks, { references: storedReferences(item), selfie: item.selfie_url }),
  });
  return store.db.transaction().execute(async (db) => {
    const batch = await db
      .insertInto("batches")
      .values({
        id,
        account_id: accountId,
        key_id: keyId,
        status: "queued",
        total: items.length,
        done: 0,
        failed: 0,
        threshold: threshold ?? null,
        receipt: Number(receipt),
        created_at_ms: now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    for (let from = 0; from < items.length; from += rowsAtOnce) {
      await db
        .insertInto("batch_items")
        .values(items.slice(from, from + rowsAtOnce).map((item, index) => rowOf(item, from + index)))
        .execute();
      // SQLite works on this thread: let others run in between.
      await nextTurn();
    }
    await queue.enqueue(db, groupsOf({ id, account_id: accountId }, 0, items.length, groupSize));
    const made = callback === undefined ? undefined : await insertCallback(db, webhooks, accountId, id, callback);
    const result = { batch, callback: made && { endpoint: made.endpoint.id, secret: made.secret } };
    await also(db, result);
    return result;
  });
}

const insertCallback = (
  db: Kysely<Schema>,
  webhooks: BatchDeps["webhooks"],
  accountId: string,
  batchId: string,
  url: string,
) => insertEndpoint(db, webhooks, accountId, { url, types: ["batch.completed"] }, batchId);

/** Later groups have lower priority: within an account, a batch created later does not wait for the end of a running one. */
export function groupsOf(
  { id, account_id: account }: Pick<BatchRow, "id" | "account_id">,
  from: number,
  to: number,
  size: number,
) {
  return Array.from({ length: Math.ceil((to - from) / size) }, (_, index) => {
    const start = from + index * size;
    const data = { batch: id, from: start, to: Math.min(start + size, to) };
    return { name: groupJob, data, account, target: groupTarget, priority: -Math.floor(start / groupSize) };
  });
}
