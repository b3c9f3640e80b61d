import { underLock } from "../../store/migrate.ts";
import type { Store } from "../../store/store.ts";
import { findAccount, findAccountByEmail, normalizeEmail } from "./accounts.ts";
import type { Account } from "./accounts.ts";
import { writeAudit } from "../audit.ts";
import type { Actor } from "../audit.ts";
import { forgetDevices } from "./devices.ts";
import { findLink, makeLink, takeLink } from "./links.ts";
import { problemOf } from "./password-rules.ts";
import type { PasswordProblem } from "./password-rules.ts";
import type { Passwords } from "./passwords.ts";
import { endSessions } from "./sessions.ts";

export interface ClaimDeps {
  readonly store: Store;
  readonly passwords: Passwords;
  readonly now: () => number;
}

export type Claimed =
  | { readonly outcome: "done"; readonly account: Account }
  | { readonly outcome: "link_used" | "email_taken" | PasswordProblem };

/** The first account gets its e-mail and password, once. */
export async function claimFirstAccount(
  { store, passwords, now }: ClaimDeps,
  by: Actor,
  link: { readonly secret: string; readonly email: string; readonly password: string },
  signal: AbortSignal,
): Promise<Claimed> {
  const email = normalizeEmail(link.email);
  const accountId = await findLink(store.db, "setup", link.secret, now());
  if (accountId === undefined) return { outcome: "link_used" };
  const problem = await problemOf(link.password, email);
  if (problem) return { outcome: problem };
  // Before the transaction: it takes a third of a second, and SQLite has one writer.
  const password_hash = await passwords.hash(link.password, signal);
  return store.db.transaction().execute(async (db): Promise<Claimed> => {
    if (await findAccountByEmail(db, email)) return { outcome: "email_taken" };
    if (!(await takeLink(db, "setup", link.secret, accountId))) return { outcome: "link_used" };
    await db.updateTable("accounts").set({ email, password_hash }).where("id", "=", accountId).execute();
    await writeAudit(db, now(), { ...by, actor: accountId }, "account_claimed", accountId, email);
    const account = await findAccount(db, accountId);
    return account ? { outcome: "done", account } : { outcome: "link_used" };
  });
}

/** A new password by a link that an owner made. Every session of the account ends: whoever had the old password may be in one. */
export async function resetPassword(
  { store, passwords, now }: ClaimDeps,
  by: Actor,
  link: { readonly secret: string; readonly password: string },
  signal: AbortSignal,
): Promise<Claimed> {
  const accountId = await findLink(store.db, "reset", link.secret, now());
  if (accountId === undefined) return { outcome: "link_used" };
  const problem = await problemOf(link.password, (await findAccount(store.db, accountId))?.email ?? null);
  if (problem) return { outcome: problem };
  const password_hash = await passwords.hash(link.password, signal);
  return store.db.transaction().execute(async (db): Promise<Claimed> => {
    if (!(await takeLink(db, "reset", link.secret, accountId))) return { outcome: "link_used" };
    await db.updateTable("accounts").set({ password_hash }).where("id", "=", accountId).execute();
    await endSessions(db, accountId, null);
    await forgetDevices(db, accountId);
    await writeAudit(db, now(), { ...by, actor: accountId }, "password_reset", accountId);
    const account = await findAccount(db, accountId);
    return account && !account.closed ? { outcome: "done", account } : { outcome: "link_used" };
  });
}

/** @returns the secret of a link with which the account's person sets a new password */
export function makeResetLink(
  { store, now }: Omit<ClaimDeps, "passwords">,
  by: Actor,
  accountId: string,
): Promise<string> {
  return store.db.transaction().execute(async (db) => {
    await writeAudit(db, now(), by, "reset_link_made", accountId);
    return makeLink(db, "reset", accountId, now());
  });
}

/**
 * Gives the first account its e-mail from the command line, in place of the setup link. @returns its id, or undefined when it has one
 */
export function nameFirstAccount(store: Store, by: Actor, email: string, nowMs: number): Promise<string | undefined> {
  return underLock(store.db, store.kind, async (db) => {
    const first = await db.selectFrom("accounts").select("id").where("email", "is", null).executeTakeFirst();
    if (!first) return undefined;
    await db
      .updateTable("accounts")
      .set({ email: normalizeEmail(email) })
      .where("id", "=", first.id)
      .execute();
    await db.deleteFrom("links").where("kind", "=", "setup").execute();
    await writeAudit(db, nowMs, by, "account_claimed", first.id, normalizeEmail(email));
    return first.id;
  });
}
