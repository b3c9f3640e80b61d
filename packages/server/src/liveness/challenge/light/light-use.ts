import type { Kysely } from "kysely";
import { type Actor, writeAudit } from "../../../platform/audit/audit.ts";
import type { Schema } from "../../../platform/store/schema.ts";
import type { Store } from "../../../platform/store/store.ts";

/** `observe`: the result is reported without deciding anything. */
export const lightUses = ["off", "observe", "require"] as const;
export type LightUse = (typeof lightUses)[number];

/** @returns null if the team has no setting of its own: the installation's applies */
export async function readLightUse(db: Kysely<Schema>, accountId: string): Promise<LightUse | null> {
  const row = await db.selectFrom("accounts").select("light_use").where("id", "=", accountId).executeTakeFirst();
  return row?.light_use ?? null;
}

/** Applies to challenges that begin from now on. */
export function changeLightUse(
  { db }: Pick<Store, "db">,
  by: Actor,
  accountId: string,
  use: LightUse | null,
  nowMs: number,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await transaction.updateTable("accounts").set({ light_use: use }).where("id", "=", accountId).execute();
    await writeAudit(transaction, nowMs, by, "screen_colors_changed", accountId, use ?? "default");
  });
}
