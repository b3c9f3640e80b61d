import type { Kysely } from "kysely";
import { underLock } from "@selfsame/platform/store/migrate";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Seal } from "@selfsame/platform/secrets/seal";
import type { Store } from "@selfsame/platform/store/store";
import { endSignIns } from "../accounts/sign-in-sessions.ts";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { Actor, AuditAction } from "@selfsame/platform/audit/audit";
import type { SignedInBy } from "@selfsame/platform/store/signed-in-by";
import { homeOf } from "../teams/members.ts";
import { appSince, finishApp, removeApp } from "./authenticator-app.ts";
import { hasFactor, passkeyCount } from "./has-factor.ts";
import { makeRecoveryCodes, recoveryCodesLeft } from "./recovery-codes.ts";
import { endSteps } from "./sign-in-steps.ts";

/** The user who changes their factors, and the session of the change. */
export interface FactorOwner {
  readonly userId: string;
  readonly accountId: string;
  readonly sessionId: string;
  readonly by: Actor;
}

/** `code_needed`: a code of the authenticator app. `passkey_needed`: the user has passkeys and no app. A recovery code replaces either. */
export type StillNeeded = "code_needed" | "passkey_needed";

/**
 * What a user still has to show after this proof. A passkey counts as two factors: having the device and unlocking it. An identity provider requires
 * the factors that its owner has configured.
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

/** `last_factor`: a team of the user requires a second factor. `last_way_in`: the user would have neither a passkey nor a password. */
export type Irremovable = "last_factor" | "last_way_in";

/** Runs in the caller's transaction. @param left the factors that the user would have after the removal */
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
 * Ends the user's other sessions after a factor change, since one of them may be the reason for the change. Runs in the caller's transaction.
 *
 * @returns recovery codes when the user has a factor and no codes left; otherwise null
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

/** Removes all second factors of a user who has lost them: the password suffices again, and all sessions end. @returns whether the user had any */
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

/** The caller counts wrong codes. */
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

/** Replaces the recovery codes; earlier ones stop working. @returns null for a user without a second factor */
export function renewRecoveryCodes(store: Store, me: FactorOwner, nowMs: number): Promise<string[] | null> {
  return underLock(store.db, store.kind, async (db) => {
    if (!(await hasFactor(db, me.userId))) return null;
    const codes = await makeRecoveryCodes(db, me.userId);
    await writeAudit(db, nowMs, me.by, "recovery_codes_made", me.accountId);
    return codes;
  });
}
