import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { Actor } from "@selfsame/platform/audit/audit";
import { removeApp } from "../factors/authenticator-app.ts";
import { hasFactor } from "../factors/has-factor.ts";
import { endSteps } from "../factors/sign-in-steps.ts";
import { homeOf } from "../teams/members.ts";
import { forgetDevices } from "./devices.ts";
import { endSignIns } from "./sign-in-sessions.ts";

/** Marks the user's address as proven. Runs in the caller's transaction. */
export async function markProven(db: Kysely<Schema>, userId: string, by: Actor, nowMs: number): Promise<void> {
  const marked = await db
    .updateTable("users")
    .set({ email_proven_at_ms: nowMs })
    .where("id", "=", userId)
    .where("email_proven_at_ms", "is", null)
    .returning("email")
    .executeTakeFirst();
  if (marked) await writeAudit(db, nowMs, by, "email_proven", await homeOf(db, userId), marked.email);
}

/**
 * Removes every way to sign in. Before an address is proven, an attacker may have added some that survive a new password: sessions, passkeys, an
 * authenticator app (Sudhodanan and Paverd, "Pre-hijacked accounts", USENIX Security 2022).
 */
export async function removeSignInMethods(db: Kysely<Schema>, userId: string, by: Actor, nowMs: number): Promise<void> {
  const had = await hasFactor(db, userId);
  await db.deleteFrom("passkeys").where("user_id", "=", userId).execute();
  await removeApp(db, userId);
  await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await db.deleteFrom("links").where("user_id", "=", userId).execute();
  await endSignIns(db, userId, null);
  await endSteps(db, userId);
  await forgetDevices(db, userId);
  if (had) await writeAudit(db, nowMs, by, "factors_removed", await homeOf(db, userId), userId);
}

/** A domain that receives no mail (RFC 2606). */
const takenDomain = "address-taken.invalid";

/** The new sign-in name of a user who lost an unproven address. Addresses are compared in lower case. */
const nameWithoutAddress = (userId: string): string => `${userId.toLowerCase()}@${takenDomain}`;

export const isAddressTaken = (email: string): boolean => email.endsWith(`@${takenDomain}`);

/**
 * Takes an address from a user who has not proven it. That user keeps teams, password and passkeys, so that the address's owner gets none of them.
 * Whatever depends on the address ends: sessions, links and the sign-in name. The audit log of each of the user's teams records it.
 */
export async function takeAddressFrom(
  db: Kysely<Schema>,
  holder: { readonly id: string; readonly email: string | null },
  by: Actor,
  nowMs: number,
): Promise<void> {
  const email = nameWithoutAddress(holder.id);
  await db.updateTable("users").set({ email }).where("id", "=", holder.id).execute();
  await db.deleteFrom("links").where("user_id", "=", holder.id).execute();
  await endSignIns(db, holder.id, null);
  await endSteps(db, holder.id);
  await forgetDevices(db, holder.id);
  const teams = await db.selectFrom("members").select("account_id").where("user_id", "=", holder.id).execute();
  for (const { account_id } of teams) {
    await writeAudit(db, nowMs, by, "email_taken_over", account_id, `${holder.email ?? ""} ${email}`);
  }
}
