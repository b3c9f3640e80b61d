import type { Kysely } from "kysely";
import { type Actor, writeAudit } from "../../../platform/audit/audit.ts";
import type { Schema } from "../../../platform/store/schema.ts";
import type { Store } from "../../../platform/store/store.ts";

/** How a team handles sessions that fail. */
export interface ReviewSettings {
  /** Whether a person decides them when the request does not say. */
  readonly reviewFailed: boolean;
  /** Whether two people have to agree on a decision. */
  readonly byTwo: boolean;
}

export async function readReviewSettings(db: Kysely<Schema>, accountId: string): Promise<ReviewSettings> {
  const row = await db
    .selectFrom("accounts")
    .select(["review_failed", "review_by_two"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  return { reviewFailed: row?.review_failed === 1, byTwo: row?.review_by_two === 1 };
}

/** Applies to sessions created and decisions made from now on. */
export function changeReviewSettings(
  { db }: Pick<Store, "db">,
  by: Actor,
  accountId: string,
  { reviewFailed, byTwo }: ReviewSettings,
  nowMs: number,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("accounts")
      .set({ review_failed: Number(reviewFailed), review_by_two: Number(byTwo) })
      .where("id", "=", accountId)
      .execute();
    const target = `failed ${reviewFailed ? "on" : "off"}, two people ${byTwo ? "on" : "off"}`;
    await writeAudit(transaction, nowMs, by, "review_settings_changed", accountId, target);
  });
}
