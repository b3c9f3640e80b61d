import type { Kysely } from "kysely";
import { underLock } from "../../../platform/store/migrate.ts";
import type { Schema } from "../../../platform/store/schema.ts";
import type { Store } from "../../../platform/store/store.ts";
import { type Actor, writeAudit } from "../../../platform/audit/audit.ts";

/**
 * Sets whether every selfie of the team's keys and sessions has to pass the passive liveness check. Applies to requests and sessions that begin from
 * now on.
 */
export function requirePassiveLiveness(
  store: Store,
  by: Actor,
  accountId: string,
  required: boolean,
  nowMs: number,
): Promise<void> {
  return underLock(store.db, store.kind, async (db) => {
    await db
      .updateTable("accounts")
      .set({ passive_liveness_required: Number(required) })
      .where("id", "=", accountId)
      .execute();
    await writeAudit(db, nowMs, by, required ? "passive_liveness_required" : "passive_liveness_optional", accountId);
  });
}

export async function isPassiveLivenessRequired(db: Kysely<Schema>, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom("accounts")
    .select("passive_liveness_required")
    .where("id", "=", accountId)
    .executeTakeFirst();
  return row?.passive_liveness_required === 1;
}
