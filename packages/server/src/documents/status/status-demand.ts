import type { Kysely } from "kysely";
import { type Actor, writeAudit } from "../../platform/audit/audit.ts";
import type { Schema } from "../../platform/store/schema.ts";
import type { Store } from "../../platform/store/store.ts";

/** Whether a document is accepted (`if_reachable`) or rejected (`require`) if its status cannot be determined. `off`: the status is not checked. */
export const statusDemands = ["off", "if_reachable", "require"] as const;
export type StatusDemand = (typeof statusDemands)[number];

/** @returns null if the team has no setting: the installation's applies */
export async function readStatusDemand(db: Kysely<Schema>, accountId: string): Promise<StatusDemand | null> {
  const row = await db.selectFrom("accounts").select("document_status").where("id", "=", accountId).executeTakeFirst();
  return row?.document_status ?? null;
}

/** Applies to documents that arrive from now on. */
export function changeStatusDemand(
  { db }: Pick<Store, "db">,
  by: Actor,
  accountId: string,
  demand: StatusDemand | null,
  nowMs: number,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await transaction.updateTable("accounts").set({ document_status: demand }).where("id", "=", accountId).execute();
    await writeAudit(transaction, nowMs, by, "document_status_changed", accountId, demand ?? "default");
  });
}
