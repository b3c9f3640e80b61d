import { keysOfBudget } from "../keys/origin.ts";
import { StoreUnavailable } from "@selfsame/platform/store/outage";
import type { Store } from "@selfsame/platform/store/store";
import { usedSince } from "./report.ts";

/** Requests counted against a key's own limits since a moment. While the database is away: 0. */
export async function usedOfBudget(store: Store, id: string, sinceMs: number): Promise<number> {
  try {
    const ids = await store.run(() => keysOfBudget(store, id));
    return await usedSince(store, { column: "key_id", ids }, sinceMs);
  } catch (error) {
    if (error instanceof StoreUnavailable) return 0;
    throw error;
  }
}
