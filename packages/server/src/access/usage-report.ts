import { StoreUnavailable } from "../store/outage.ts";
import type { Store } from "../store/store.ts";

/** Outcomes of requests that were not admitted: counted as usage, but not against the month. */
export const refusals = ["rate_limited", "quota_exceeded"] as const;

/** How many requests of the account were admitted since a moment. While the database is away: none, as far as anybody knows. */
export async function usedSince(store: Store, accountId: string, sinceMs: number): Promise<number> {
  try {
    const { used } = await store.run(() =>
      store.db
        .selectFrom("usage")
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("count"), eb.lit(0)).as("used"))
        .where("account_id", "=", accountId)
        .where("hour_ms", ">=", sinceMs)
        .where("outcome", "not in", refusals)
        .executeTakeFirstOrThrow(),
    );
    return used;
  } catch (error) {
    if (error instanceof StoreUnavailable) return 0;
    throw error;
  }
}
