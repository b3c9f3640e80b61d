import type { Kysely } from "kysely";
import { underLock } from "../../../platform/store/migrate.ts";
import type { Schema } from "../../../platform/store/schema.ts";
import type { Seal } from "../../../platform/secrets/seal.ts";
import type { Store } from "../../../platform/store/store.ts";
import { endSignIns } from "../accounts/sign-in-sessions.ts";
import { writeAudit } from "../../../platform/audit/audit.ts";
import type { Actor, AuditAction } from "../../../platform/audit/audit.ts";
import type { SignedInBy } from "../../../platform/store/signed-in-by.ts";
import { homeOf } from "../teams/members.ts";
import { appSince, finishApp, removeApp } from "./authenticator-app.ts";
import { hasFactor, passkeyCount } from "./has-factor.ts";
import { makeRecoveryCodes, recoveryCodesLeft } from "./recovery-codes.ts";
import { endSteps } from "./sign-in-steps.ts";

/** Who changes their factors, and from which session. */
export interface FactorOwner {
  readonly userId: string;
  readonly accountId: string;
  readonly sessionId: string;
  readonly by: Actor;
}

/** `code_needed`: of the authenticator app. `passkey_needed`: there is no app. A recovery code stands for either. */
export type StillNeeded = "code_needed" | "passkey_needed";

/**
 * What a person still has to show after this proof. A passkey is two factors: to have the device and to open it. An identity provider
 * asks for what its owner wants it to.
 */
export async function stillNeeded(
  db: Kysely<Schema>,
  userId: string,
  proof: SignedInBy,
): Promise<StillNeeded | undefined> {
  if (proof !== "password" && proof !== "link") return undefined;
  if ((await appSince(db, userId)) !== null) return "code_needed";
  return (await passkeyCount(db, userId)) > 0 ? "passkey_needed" : undefined;
}

/** `last_factor`: a team of theirs requires one. `last_way_in`: they have no password either. */
export type Irremovable = "last_factor" | "last_way_in";

/** Within the caller's transaction. @param left what they would have without the one that is to go */
export async function whyNotRemoved(
  db: Kysely<Schema>,
  userId: string,
  left: { readonly passkeys: number; readonly app: boolean },
): Promise<Irremovable | undefined> {
  const user = await db.selectFrom("users").select("password_hash").where("id", "=", userId).executeTakeFirst();
  if (left.passkeys === 0 && !user?.password_hash) return "last_way_in";
  if (left.passkeys > 0 || left.app) return undefined;
  const requiring = await db
    .selectFrom("members")
    .innerJoin("accounts", "accounts.id", "members.account_id")
    .select("accounts.id")
    .where("members.user_id", "=", userId)
    .where("accounts.factor_required", "=", 1)
    .limit(1)
    .executeTakeFirst();
  return requiring && "last_factor";
}

/**
 * Within the caller's transaction: another device that is signed in may be why it was changed, so the others are signed out.
 *
 * @returns recovery codes for who has none of them yet; null where they have some, or no factor that they would stand for
 */
export async function afterFactorChange(
  db: Kysely<Schema>,
  { userId, accountId, sessionId, by }: FactorOwner,
  action: AuditAction,
  target: string | null,
  nowMs: number,
): Promise<string[] | null> {
  await endSignIns(db, userId, sessionId);
  await endSteps(db, userId);
  await writeAudit(db, nowMs, by, action, accountId, target);
  if (!(await hasFactor(db, userId))) {
    await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
    return null;
  }
  return (await recoveryCodesLeft(db, userId)) === 0 ? makeRecoveryCodes(db, userId) : null;
}

/** For who has lost them all: their password is enough again, and they are signed out everywhere. @returns whether they had any */
export function clearFactors(store: Store, by: Actor, userId: string, nowMs: number): Promise<boolean> {
  return underLock(store.db, store.kind, async (db) => {
    const had = await hasFactor(db, userId);
    await db.deleteFrom("passkeys").where("user_id", "=", userId).execute();
    await removeApp(db, userId);
    await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
    await endSteps(db, userId);
    await endSignIns(db, userId, null);
    if (had) await writeAudit(db, nowMs, by, "factors_removed", await homeOf(db, userId), userId);
    return had;
  });
}

/** Wrong codes are for the caller to count. */
export function finishAuthenticatorApp(
  store: Store,
  seal: Seal,
  me: FactorOwner,
  code: string,
  nowMs: number,
): Promise<{ readonly outcome: "set"; readonly recoveryCodes: string[] | null } | { readonly outcome: "wrong_code" }> {
  return underLock(store.db, store.kind, async (db) => {
    if (!(await finishApp(db, seal, me.userId, code.replaceAll(/\s/g, ""), nowMs))) return { outcome: "wrong_code" };
    const recoveryCodes = await afterFactorChange(db, me, "authenticator_app_set", null, nowMs);
    return { outcome: "set", recoveryCodes };
  });
}

export function removeAuthenticatorApp(
  store: Store,
  me: FactorOwner,
  nowMs: number,
): Promise<"removed" | "not_found" | Irremovable> {
  return underLock(store.db, store.kind, async (db) => {
    if ((await appSince(db, me.userId)) === null) return "not_found";
    const left = { passkeys: await passkeyCount(db, me.userId), app: false };
    const problem = await whyNotRemoved(db, me.userId, left);
    if (problem) return problem;
    await removeApp(db, me.userId);
    await afterFactorChange(db, me, "authenticator_app_removed", null, nowMs);
    return "removed";
  });
}

/** Those before are good for nothing from then on. @returns null for who has no factor that they would stand for */
export function renewRecoveryCodes(store: Store, me: FactorOwner, nowMs: number): Promise<string[] | null> {
  return underLock(store.db, store.kind, async (db) => {
    if (!(await hasFactor(db, me.userId))) return null;
    const codes = await makeRecoveryCodes(db, me.userId);
    await writeAudit(db, nowMs, me.by, "recovery_codes_made", me.accountId);
    return codes;
  });
}
