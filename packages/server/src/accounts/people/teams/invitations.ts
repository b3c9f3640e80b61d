import type { Kysely } from "kysely";
import { underLock } from "@selfsame/platform/store/migrate";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import { findUserByEmail, normalizeEmail } from "../accounts/users.ts";
import type { User, UserWithPassword } from "../accounts/users.ts";
import { passkeyCount } from "../factors/has-factor.ts";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { Actor } from "@selfsame/platform/audit/audit";
import { hashSecret, newId, newSecret } from "@selfsame/platform/ids/ids";
import type { Asking } from "./changes.ts";
import { addMember, roleIn } from "./members.ts";
import { isAtLeast, mayManage } from "./roles.ts";
import type { Role } from "./roles.ts";

const lifeMs = 7 * 24 * 3600_000;
/** Open invitations of a team at a time. */
const openMax = 50;

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export type Invited =
  | { readonly outcome: "invited"; readonly invitation: Invitation; readonly secret: string }
  /** `mail_needed`: the address has no user who has signed in, the link would be shown to the inviter, and the inviter is no operator. */
  | { readonly outcome: "not_allowed" | "already_member" | "too_many" | "mail_needed" };

/**
 * Inviting a person again revokes the earlier link.
 *
 * @param given `mailed`: whether the link is sent only to the e-mail
 */
export function invite(
  store: Store,
  me: Asking,
  given: { readonly email: string; readonly role: Role; readonly mailed: boolean },
  nowMs: number,
): Promise<Invited> {
  const email = normalizeEmail(given.email);
  return underLock(store.db, store.kind, async (db) => {
    const mine = await roleIn(db, me.accountId, me.userId);
    if (!mine || !mayManage(mine, given.role)) return { outcome: "not_allowed" };
    const user = await findUserByEmail(db, email);
    if (user && (await roleIn(db, me.accountId, user.id))) return { outcome: "already_member" };
    if (!given.mailed && !(await hasBeenHere(db, user)) && !(await isOperator(db, me.userId))) {
      return { outcome: "mail_needed" };
    }
    await db.deleteFrom("invitations").where("account_id", "=", me.accountId).where("email", "=", email).execute();
    if ((await listInvitations(db, me.accountId, nowMs)).length >= openMax) return { outcome: "too_many" };

    const secret = newSecret();
    const invitation = { id: newId("inv"), email, role: given.role, createdAtMs: nowMs, expiresAtMs: nowMs + lifeMs };
    await db
      .insertInto("invitations")
      .values({
        id: invitation.id,
        hash: hashSecret(secret),
        account_id: me.accountId,
        email,
        role: given.role,
        invited_by: me.userId,
        mailed: Number(given.mailed),
        created_at_ms: nowMs,
        expires_at_ms: invitation.expiresAtMs,
      })
      .execute();
    await writeAudit(db, nowMs, me.by, "member_invited", me.accountId, `${email} ${given.role}`);
    return { outcome: "invited", invitation, secret };
  });
}

/**
 * Whether the user is an operator. Whoever opens an unmailed link without a sign-in gets the address. Only an operator may decide whose address it
 * is, not a team's admin.
 */
async function isOperator(db: Kysely<Schema>, userId: string): Promise<boolean> {
  const user = await db.selectFrom("users").select("operator").where("id", "=", userId).executeTakeFirst();
  return user?.operator === 1;
}

const hasBeenHere = async (db: Kysely<Schema>, user: UserWithPassword | undefined): Promise<boolean> =>
  user !== undefined && (user.passwordHash !== null || (await passkeyCount(db, user.id)) > 0);

export function listInvitations(db: Kysely<Schema>, accountId: string, nowMs: number): Promise<Invitation[]> {
  return db
    .selectFrom("invitations")
    .select(["id", "email", "role", "created_at_ms as createdAtMs", "expires_at_ms as expiresAtMs"])
    .where("account_id", "=", accountId)
    .where("expires_at_ms", ">", nowMs)
    .orderBy("created_at_ms")
    .orderBy("id")
    .execute();
}

/** @returns whether the team had the invitation */
export function withdraw(store: Store, me: Asking, id: string, nowMs: number): Promise<boolean> {
  return store.db.transaction().execute(async (db) => {
    const gone = await db
      .deleteFrom("invitations")
      .where("id", "=", id)
      .where("account_id", "=", me.accountId)
      .returning("email")
      .executeTakeFirst();
    if (gone) await writeAudit(db, nowMs, me.by, "invitation_withdrawn", me.accountId, gone.email);
    return gone !== undefined;
  });
}

/** An invitation as shown to the holder of its link. */
export interface OpenInvitation {
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly email: string;
  readonly role: Role;
  readonly expiresAtMs: number;
  /** Whether the link was sent only to the address, so that its holder reads the address's mail. */
  readonly mailed: boolean;
  /** Whether the inviter is an operator of the service. */
  readonly byOperator: boolean;
}

/**
 * @returns undefined if the link is unknown, used, withdrawn or expired, the team is closed, or the inviter may no longer invite: a removed member
 * must not return by their own link
 */
export async function findInvitation(
  db: Kysely<Schema>,
  secret: string,
  nowMs: number,
): Promise<OpenInvitation | undefined> {
  const row = await db
    .selectFrom("invitations")
    .innerJoin("accounts", "accounts.id", "invitations.account_id")
    .select(["invitations.id", "account_id", "name", "invitations.email", "role", "invited_by", "expires_at_ms"])
    .select("mailed")
    .where("hash", "=", hashSecret(secret))
    .where("expires_at_ms", ">", nowMs)
    .where("closed_at_ms", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const inviter = await roleIn(db, row.account_id, row.invited_by);
  if (!inviter || !isAtLeast(inviter, "admin") || !mayManage(inviter, row.role)) return undefined;
  const { id, email, role } = row;
  const { account_id: accountId, name: accountName, expires_at_ms: expiresAtMs } = row;
  const byOperator = await isOperator(db, row.invited_by);
  return { id, accountId, accountName, email, role, expiresAtMs, mailed: row.mailed === 1, byOperator };
}

/** Deletes the invitation and makes the user a member. Runs in the caller's transaction. @returns whether the invitation still existed */
export async function takeInvitation(
  db: Kysely<Schema>,
  invitation: OpenInvitation,
  user: Pick<User, "id" | "email">,
  by: Actor,
  nowMs: number,
): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("invitations").where("id", "=", invitation.id).executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  if (!(await roleIn(db, invitation.accountId, user.id))) {
    await addMember(db, invitation.accountId, user.id, invitation.role, nowMs);
  }
  await db.updateTable("users").set({ last_account_id: invitation.accountId }).where("id", "=", user.id).execute();
  const what = `${user.email ?? ""} ${invitation.role}`;
  await writeAudit(db, nowMs, by, "member_joined", invitation.accountId, what);
  return true;
}
