import { underLock } from "../../../platform/store/migrate.ts";
import type { Store } from "../../../platform/store/store.ts";
import { writeAudit } from "../../../platform/audit/audit.ts";
import { hasFactor } from "../factors/has-factor.ts";
import type { Asking } from "./changes.ts";
import { roleIn } from "./members.ts";

/**
 * Sets whether the team's members need a second factor. From the next request on, a member without one can only set one up. `factor_first`: the owner
 * who requires it has none, and would be locked out first.
 */
export function requireFactor(
  store: Store,
  { accountId, userId, by }: Asking,
  required: boolean,
  nowMs: number,
): Promise<"changed" | "not_allowed" | "factor_first"> {
  return underLock(store.db, store.kind, async (db) => {
    if ((await roleIn(db, accountId, userId)) !== "owner") return "not_allowed";
    if (required && !(await hasFactor(db, userId))) return "factor_first";
    await db
      .updateTable("accounts")
      .set({ factor_required: Number(required) })
      .where("id", "=", accountId)
      .execute();
    await writeAudit(db, nowMs, by, required ? "second_factor_required" : "second_factor_optional", accountId);
    return "changed";
  });
}
