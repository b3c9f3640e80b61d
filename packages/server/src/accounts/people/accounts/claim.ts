import type { Kysely } from "kysely";
import { underLock } from "@selfsame/platform/store/migrate";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { Actor } from "@selfsame/platform/audit/audit";
import { removeSignInMethods, markProven } from "./address-proof.ts";
import { isProven } from "./is-proven.ts";
import type { NewAccount } from "./changes.ts";
import { forgetDevices } from "./devices.ts";
import { endSteps } from "../factors/sign-in-steps.ts";
import { findLink, makeLink, takeLink } from "./links.ts";
import { problemOf } from "./password-rules.ts";
import type { PasswordProblem } from "./password-rules.ts";
import type { Passwords } from "./passwords.ts";
import { homeOf } from "../teams/members.ts";
import { endSignIns } from "./sign-in-sessions.ts";
import { findUser, findUserByEmail, normalizeEmail } from "./users.ts";
import type { User } from "./users.ts";

export interface ClaimDeps {
  readonly store: Store;
  readonly passwords: Passwords;
  readonly now: () => number;
}

export type Claimed =
  | { readonly outcome: "done"; readonly user: User }
  | { readonly outcome: "link_used" | "email_taken" | PasswordProblem };

/** Gives the first account its e-mail and password. It works once. */
export async function claimFirstAccount(
  { store, passwords, now }: ClaimDeps,
  by: Actor,
  link: {
    readonly secret: string;
    /** Name of the team; the owner's e-mail by default. */
    readonly team?: string | undefined;
    readonly email: string;
    readonly password: string;
  },
  signal: AbortSignal,
): Promise<Claimed> {
  const email = normalizeEmail(link.email);
  const userId = await findLink(store.db, "setup", link.secret, now());
  if (userId === undefined) return { outcome: "link_used" };
  const problem = await problemOf(link.password, email);
  if (problem) return { outcome: problem };
  // Hashed before the transaction: hashing takes a third of a second, and SQLite has one writer.
  const password_hash = await passwords.hash(link.password, signal);
  return store.db.transaction().execute(async (db): Promise<Claimed> => {
    if (await findUserByEmail(db, email)) return { outcome: "email_taken" };
    if (!(await takeLink(db, "setup", link.secret, userId))) return { outcome: "link_used" };
    // The setup link appears only in the service's own output, so its holder needs no further proof of the address.
    const proven = { email_proven_at_ms: now() };
    await db
      .updateTable("users")
      .set({ email, password_hash, ...proven })
      .where("id", "=", userId)
      .execute();
    const accountId = await nameHome(db, userId, { name: link.team ?? email });
    await writeAudit(db, now(), { ...by, actor: userId, signedInBy: "link" }, "account_claimed", accountId, email);
    const user = await findUser(db, userId);
    return user ? { outcome: "done", user } : { outcome: "link_used" };
  });
}

/**
 * Sets a new password by a link that an operator created. Ends every session of the user, since an attacker who knows the old password may be
 * signed in. A link that proves the address for the first time also removes the second factors set up before.
 */
export async function resetPassword(
  { store, passwords, now }: ClaimDeps,
  by: Actor,
  link: { readonly secret: string; readonly password: string },
  signal: AbortSignal,
): Promise<Claimed> {
  const userId = await findLink(store.db, "reset", link.secret, now());
  if (userId === undefined) return { outcome: "link_used" };
  const problem = await problemOf(link.password, (await findUser(store.db, userId))?.email ?? null);
  if (problem) return { outcome: problem };
  const password_hash = await passwords.hash(link.password, signal);
  return store.db.transaction().execute(async (db): Promise<Claimed> => {
    const taken = await takeLink(db, "reset", link.secret, userId);
    if (!taken) return { outcome: "link_used" };
    const actor: Actor = { ...by, actor: userId, signedInBy: "link" };
    const known = await db
      .selectFrom("users")
      .select(isProven.as("proven"))
      .where("id", "=", userId)
      .executeTakeFirst();
    if (taken.proves && known?.proven === 0) await removeSignInMethods(db, userId, actor, now());
    if (taken.proves) await markProven(db, userId, actor, now());
    await db.updateTable("users").set({ password_hash }).where("id", "=", userId).execute();
    await endSignIns(db, userId, null);
    await endSteps(db, userId);
    await forgetDevices(db, userId);
    const home = await homeOf(db, userId);
    await writeAudit(db, now(), actor, "password_reset", home);
    const user = await findUser(db, userId);
    return user && home !== null ? { outcome: "done", user } : { outcome: "link_used" };
  });
}

/**
 * @param proving for each link to make: whether using it proves the user's address
 * @returns the secret of each link, with which the user sets a new password
 */
export function makeResetLinks<const T extends readonly boolean[]>(
  { store, now }: Omit<ClaimDeps, "passwords">,
  by: Actor,
  userId: string,
  proving: T,
): Promise<{ [Index in keyof T]: string }> {
  return store.db.transaction().execute(async (db) => {
    const email = (await findUser(db, userId))?.email ?? null;
    await writeAudit(db, now(), by, "reset_link_made", await homeOf(db, userId), email);
    const secrets: string[] = [];
    for (const proves of proving) secrets.push(await makeLink(db, "reset", userId, now(), proves));
    return secrets as { [Index in keyof T]: string };
  });
}

/**
 * Gives the first account its e-mail from the command line, instead of by the setup link. The name defaults to the e-mail; the plan is kept unless
 * given. @returns the owner's id, or undefined when the owner already has an e-mail
 */
export function nameFirstAccount(
  store: Store,
  by: Actor,
  given: Pick<NewAccount, "email" | "name"> & { readonly plan?: string | undefined },
  nowMs: number,
): Promise<string | undefined> {
  const email = normalizeEmail(given.email);
  const { name = email, plan } = given;
  return underLock(store.db, store.kind, async (db) => {
    const first = await db.selectFrom("users").select("id").where("email", "is", null).executeTakeFirst();
    if (!first) return undefined;
    await db.updateTable("users").set({ email, email_proven_at_ms: nowMs }).where("id", "=", first.id).execute();
    await db.deleteFrom("links").where("kind", "=", "setup").execute();
    const home = await nameHome(db, first.id, { name, ...(plan !== undefined && { plan }) });
    await writeAudit(db, nowMs, by, "account_claimed", home, plan === undefined ? email : `${email} ${plan}`);
    return first.id;
  });
}

/** Names the first account, which has no name until it is claimed. @returns its id */
async function nameHome(
  db: Kysely<Schema>,
  userId: string,
  given: { readonly name: string; readonly plan?: string },
): Promise<string | null> {
  const home = await homeOf(db, userId);
  if (home !== null) await db.updateTable("accounts").set(given).where("id", "=", home).execute();
  return home;
}
