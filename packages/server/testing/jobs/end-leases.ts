import type { Store } from "../../src/platform/store/store.ts";

/**
 * For tests: what a killed node had is another's now, not at the end of its leases. With short leases instead, a machine that has much else to
 * do takes jobs away from nodes that are still at work, until they were claimed too often.
 */
export async function endLeases({ db }: Store): Promise<void> {
  await db
    .updateTable("jobs")
    .set({ lease_until_ms: 0, run_at_ms: 0 })
    .where("lease_until_ms", "is not", null)
    .execute();
}
