import type { Kysely } from "kysely";
import { underLock } from "@selfsame/platform/store/migrate";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import { operatorIsLeft } from "../accounts/operators.ts";
import { findUser } from "../accounts/users.ts";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { Actor } from "@selfsame/platform/audit/audit";
import { keysOfPerson, revokeKeysOfPerson } from "../../keys/of-person.ts";
import type { ApiKey } from "../../keys/keys.ts";
import { homeOf, roleIn } from "./members.ts";
import { isAtLeast, mayManage } from "./roles.ts";
import type { Role } from "./roles.ts";

/** The user who makes the change, and their team. Their role is read again under the lock, since it may have changed since authentication. */
export interface Asking {
  readonly accountId: string;
  readonly userId: string;
  readonly by: Actor;
}

/** `last_owner`: the team would have no owner. `last_operator`: the service would have no operator. */
export type MemberChanged = "changed" | "not_found" | "not_allowed" | "last_owner" | "last_operator";

export function changeRole(
  store: Store,
  me: Asking,
  userId: string,
  role: Role,
  nowMs: number,
): Promise<MemberChanged> {
  return underLock(store.db, store.kind, async (db) => {
    const [mine, before] = [await roleIn(db, me.accountId, me.userId), await roleIn(db, me.accountId, userId)];
    if (!mine || !before) return "not_found";
    if (!mayManage(mine, before) || !mayManage(mine, role)) return "not_allowed";
    if (before === role) return "changed";
    if (before === "owner" && !(await hasOtherOwner(db, me.accountId, userId))) return "last_owner";
    await setRole(db, me.accountId, userId, role);
    const email = (await findUser(db, userId))?.email ?? "";
    await writeAudit(db, nowMs, me.by, "member_changed", me.accountId, `${email} ${role}`);
    return "changed";
  });
}

/** Makes the other member an owner and the present owner an admin, in one transaction. */
export function transferOwnership(store: Store, me: Asking, userId: string, nowMs: number): Promise<MemberChanged> {
  return underLock(store.db, store.kind, async (db) => {
    if ((await roleIn(db, me.accountId, me.userId)) !== "owner") return "not_allowed";
    if (userId === me.userId || !(await roleIn(db, me.accountId, userId))) return "not_found";
    await setRole(db, me.accountId, userId, "owner");
    await setRole(db, me.accountId, me.userId, "admin");
    const email = (await findUser(db, userId))?.email ?? "";
    await writeAudit(db, nowMs, me.by, "ownership_handed_over", me.accountId, email);
    return "changed";
  });
}

export type MemberRemoved =
  /** `goOn`: keys that the member created and that are still valid for anyone who knows them. */
  | { readonly outcome: "removed"; readonly revoked: readonly ApiKey[]; readonly goOn: readonly ApiKey[] }
  | { readonly outcome: Exclude<MemberChanged, "changed"> };

/**
 * Removes a user from the team; removing oneself is leaving. A user without another team is deleted.
 *
 * @param revoke ids of keys to revoke, of those that the user created
 */
export function removeMember(
  store: Store,
  me: Asking,
  userId: string,
  revoke: readonly string[],
  nowMs: number,
): Promise<MemberRemoved> {
  const { accountId } = me;
  return underLock(store.db, store.kind, async (db): Promise<MemberRemoved> => {
    const [mine, theirs] = [await roleIn(db, me.accountId, me.userId), await roleIn(db, me.accountId, userId)];
    if (!mine || !theirs) return { outcome: "not_found" };
    if (userId !== me.userId && !mayManage(mine, theirs)) return { outcome: "not_allowed" };
    // Revoking keys needs the same role as on the keys page.
    if (revoke.length > 0 && !isAtLeast(mine, "developer")) return { outcome: "not_allowed" };
    if (theirs === "owner" && !(await hasOtherOwner(db, me.accountId, userId))) return { outcome: "last_owner" };
    const user = await findUser(db, userId);
    const others = await teamCount(db, userId);
    if (others === 1 && user?.operator && !(await operatorIsLeft(db, { user: userId }))) {
      return { outcome: "last_operator" };
    }
    const revoked = await revokeKeysOfPerson(db, me.by, { accountId, userId, ids: revoke }, nowMs);
    const goOn = await keysOfPerson(db, accountId, userId, nowMs);

    await db.deleteFrom("members").where("account_id", "=", me.accountId).where("user_id", "=", userId).execute();
    await db.deleteFrom("identities").where("account_id", "=", me.accountId).where("user_id", "=", userId).execute();
    await leaveSessions(db, me.accountId, userId);
    await writeAudit(
      db,
      nowMs,
      me.by,
      userId === me.userId ? "member_left" : "member_removed",
      me.accountId,
      user?.email,
    );
    await deleteTeamless(db, [userId]);
    return { outcome: "removed", revoked, goOn };
  });
}

/** Sessions with this current team switch to another of the user's teams, or end. */
async function leaveSessions(db: Kysely<Schema>, accountId: string, userId: string): Promise<void> {
  const home = await homeOf(db, userId);
  if (home === null) {
    await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
    return;
  }
  await db
    .updateTable("sessions")
    .set({ account_id: home })
    .where("user_id", "=", userId)
    .where("account_id", "=", accountId)
    .execute();
}

/** Deletes the given users who belong to no team any more, with their sessions, devices and links. */
export async function deleteTeamless(db: Kysely<Schema>, userIds: readonly string[]): Promise<void> {
  for (const id of userIds) {
    if ((await teamCount(db, id)) > 0) continue;
    await db.deleteFrom("users").where("id", "=", id).execute();
    // The user's actions stay in the audit log, without the network address that they came from.
    await db.updateTable("audit").set({ address: null }).where("actor", "=", id).execute();
  }
}

async function teamCount(db: Kysely<Schema>, userId: string): Promise<number> {
  const rows = await db.selectFrom("members").select("account_id").where("user_id", "=", userId).execute();
  return rows.length;
}

async function setRole(db: Kysely<Schema>, accountId: string, userId: string, role: Role): Promise<void> {
  await db
    .updateTable("members")
    .set({ role })
    .where("account_id", "=", accountId)
    .where("user_id", "=", userId)
    .execute();
}

async function hasOtherOwner(db: Kysely<Schema>, accountId: string, userId: string): Promise<boolean> {
  const other = await db
    .selectFrom("members")
    .select("user_id")
    .where("account_id", "=", accountId)
    .where("role", "=", "owner")
    .where("user_id", "!=", userId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
