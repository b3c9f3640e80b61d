import type { Store } from "../../src/store/store.ts";

/**
 * For tests: ends the leases of a killed node, so that other nodes can claim its jobs at once. Short leases are no alternative: on a busy machine,
 * nodes that are still working would lose their jobs, until the jobs had been claimed too often.
 */
export async function endLeases({ db }: Store): Promise<void> {
  await db
    .updateTable("jobs")
    .set({ lease_until_ms: 0, run_at_ms: 0 })
    .where("lease_until_ms", "is not", null)
    .execute();
}
