import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";

/** Whether this member is mailed when sessions of the team wait for a review; on until they turn it off. */
export async function readReviewMail(db: Kysely<Schema>, accountId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("members")
    .select("review_mail")
    .where("account_id", "=", accountId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.review_mail === 1;
}

export async function changeReviewMail(
  { db }: Pick<Store, "db">,
  accountId: string,
  userId: string,
  on: boolean,
): Promise<void> {
  await db
    .updateTable("members")
    .set({ review_mail: Number(on) })
    .where("account_id", "=", accountId)
    .where("user_id", "=", userId)
    .execute();
}
