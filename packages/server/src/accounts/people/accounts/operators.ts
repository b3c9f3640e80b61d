import type { Kysely } from "kysely";
import { underLock } from "@selfsame/platform/store/migrate";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { Actor } from "@selfsame/platform/audit/audit";
import { homeOf } from "../teams/members.ts";
import { findUser } from "./users.ts";

export type OperatorChanged = "changed" | "not_found" | "last_operator";

/** Makes a user an operator, or revokes that. `last_operator`: no operator would be left to undo it. */
export function setOperator(
  store: Store,
  by: Actor,
  userId: string,
  operator: boolean,
  nowMs: number,
): Promise<OperatorChanged> {
  return underLock(store.db, store.kind, async (db) => {
    const user = await findUser(db, userId);
    if (!user) return "not_found";
    if (user.operator === operator) return "changed";
    if (!operator && !(await operatorIsLeft(db, { user: userId }))) return "last_operator";
    await db
      .updateTable("users")
      .set({ operator: Number(operator) })
      .where("id", "=", userId)
      .execute();
    await writeAudit(
      db,
      nowMs,
      by,
      operator ? "operator_added" : "operator_removed",
      await homeOf(db, userId),
      user.email,
    );
    return "changed";
  });
}

/** Whether an operator could still sign in without this user, or without this account. */
export async function operatorIsLeft(
  db: Kysely<Schema>,
  without: { readonly user?: string; readonly account?: string },
): Promise<boolean> {
  const other = await db
    .selectFrom("users")
    .innerJoin("members", "members.user_id", "users.id")
    .innerJoin("accounts", "accounts.id", "members.account_id")
    .select("users.id")
    .where("users.operator", "=", 1)
    .where("users.email", "is not", null)
    .where("accounts.closed_at_ms", "is", null)
    .where("users.id", "!=", without.user ?? "")
    .where("accounts.id", "!=", without.account ?? "")
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
