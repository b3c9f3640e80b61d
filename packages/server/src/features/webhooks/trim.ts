import { sql } from "kysely";
import type { Log } from "@selfsame/platform/store/log";
import { deleteInChunks } from "@selfsame/platform/store/queries/delete-in-chunks";
import { StoreUnavailable } from "@selfsame/platform/store/outage";
import type { Store } from "@selfsame/platform/store/store";

/** Finished deliveries kept for each endpoint. */
const keptMax = { live: 5000, test: 100 } as const;
/** Checked after every this many attempts: a fraction of a statement for each. */
const every = 20;
const countedMax = 10_000;

export interface Trim {
  /** Call after each attempt, outside of its transaction: now and then deletes the endpoint's oldest deliveries beyond the limit. */
  tried(endpoint: { readonly endpoint_id: string; readonly test: number }): Promise<void>;
}

export function createTrim(store: Store, log: Log): Trim {
  const counts = new Map<string, number>();
  return {
    tried: async ({ endpoint_id: id, test }) => {
      const count = (counts.get(id) ?? 0) + 1;
      if (count < every) {
        if (counts.size >= countedMax) counts.clear();
        counts.set(id, count);
        return;
      }
      counts.delete(id);
      await removeOldest(store, id, test === 1 ? keptMax.test : keptMax.live).catch((error: unknown) => {
        if (!(error instanceof StoreUnavailable)) log.warn({ err: error }, "old deliveries could not be removed");
      });
    },
  };
}

const removeOldest = (store: Store, endpointId: string, kept: number) =>
  deleteInChunks(
    store,
    "webhook_deliveries",
    "id",
    sql`endpoint_id = ${endpointId} AND status <> 'pending' AND created_at_ms <
      (SELECT created_at_ms FROM webhook_deliveries WHERE endpoint_id = ${endpointId}
        ORDER BY created_at_ms DESC LIMIT 1 OFFSET ${sql.lit(kept - 1)})`,
  );
