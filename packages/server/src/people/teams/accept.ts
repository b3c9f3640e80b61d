import type { Kysely } from "kysely";
import { underLock } from "../../store/migrate.ts";
import type { Schema } from "../../store/schema.ts";
import { markProven, takeAddressFrom } from "../accounts/address-proof.ts";
import { problemOf } from "../accounts/password-rules.ts";
import type { PasswordProblem } from "../accounts/password-rules.ts";
import type { ClaimDeps } from "../accounts/claim.ts";
import type { SignedIn } from "../accounts/sign-in-sessions.ts";
import { findUserByEmail, toUser } from "../accounts/users.ts";
import type { User, UserWithPassword } from "../accounts/users.ts";
import { passkeyCount } from "../factors/has-factor.ts";
import { newId } from "../../ids/ids.ts";
import { findInvitation, takeInvitation } from "./invitations.ts";
import type { OpenInvitation } from "./invitations.ts";

export type Accepted =
  | { readonly outcome: "joined"; readonly user: User; readonly accountId: string }
  /** `sign_in_first`: the invited person has a sign-in already, and it is not them who asks. */
  | { readonly outcome: "link_used" | "sign_in_first" | PasswordProblem };

/**
 * What the invitation's link opens to who is not signed in as the person. `nobody`: the address has no sign-in yet, or one that nobody has been in.
 * `unproven`: somebody signs in with it who has not shown that it is theirs, and the link's holder reads the mail there. `theirs`: its sign-in only.
 */
export type Holder = "nobody" | "unproven" | "theirs";

export async function holderOf(
  db: Kysely<Schema>,
  known: UserWithPassword | undefined,
  { mailed }: Pick<OpenInvitation, "mailed">,
): Promise<Holder> {
  if (!known) return "nobody";
  if (!mailed || known.emailProven) return "theirs";
  return known.passwordHash === null && (await passkeyCount(db, known.id)) === 0 ? "nobody" : "unproven";
}

/**
 * Takes an invitation up. Who has a sign-in proves it by being signed in: holding the link is not enough to act as somebody else. But a link that
 * was mailed proves the address, and who proves it may have it from who has not.
 *
 * @param given `me`: who is signed in, if anybody; `password`: of somebody who is new; `takeOver`: the sign-in of the address is not theirs
 */
export async function acceptInvitation(
  { store, passwords, now }: ClaimDeps,
  given: {
    readonly secret: string;
    readonly password: string | undefined;
    readonly takeOver: boolean;
    readonly me: SignedIn | undefined;
  },
  address: string,
  signal: AbortSignal,
): Promise<Accepted> {
  const isNew = async (db: Kysely<Schema>, invitation: OpenInvitation, known: UserWithPassword | undefined) => {
    if (known && known.id === given.me?.user.id) return false;
    const holder = await holderOf(db, known, invitation);
    return holder === "nobody" || (holder === "unproven" && given.takeOver);
  };
  const found = await findInvitation(store.db, given.secret, now());
  if (!found) return { outcome: "link_used" };
  let passwordHash: string | undefined;
  if (await isNew(store.db, found, await findUserByEmail(store.db, found.email))) {
    const problem = await problemOf(given.password ?? "", found.email);
    if (problem) return { outcome: problem };
    // Before the transaction: it takes a third of a second, and SQLite has one writer.
    passwordHash = await passwords.hash(given.password ?? "", signal);
  }
  return underLock(store.db, store.kind, async (db): Promise<Accepted> => {
    const invitation = await findInvitation(db, given.secret, now());
    if (!invitation) return { outcome: "link_used" };
    const known = await findUserByEmail(db, invitation.email);
    const fresh = await isNew(db, invitation, known);
    if (fresh ? passwordHash === undefined : known?.id !== given.me?.user.id) return { outcome: "sign_in_first" };
    const user = fresh || !known ? await enroll(db, invitation, known, passwordHash ?? null, address, now()) : known;
    const signedInBy = fresh ? "link" : (given.me?.signedInBy ?? null);
    const by = { actor: user.id, address, signedInBy } as const;
    if (!(await takeInvitation(db, invitation, user, by, now()))) return { outcome: "link_used" };
    if (invitation.mailed) await markProven(db, user.id, by, now());
    return { outcome: "joined", user, accountId: invitation.accountId };
  });
}

/** The person whom the password is for from now on. Who has been in with the address, and could not prove it, is another one, and loses it. */
async function enroll(
  db: Kysely<Schema>,
  { email }: OpenInvitation,
  known: UserWithPassword | undefined,
  password_hash: string | null,
  address: string,
  nowMs: number,
): Promise<User> {
  if (known && known.passwordHash === null && (await passkeyCount(db, known.id)) === 0) {
    await db.updateTable("users").set({ password_hash }).where("id", "=", known.id).execute();
    return known;
  }
  const row = { id: newId("usr"), email, password_hash, operator: 0 };
  if (known) await takeAddressFrom(db, known, { actor: row.id, address, signedInBy: "link" }, nowMs);
  await db
    .insertInto("users")
    .values({ ...row, created_at_ms: nowMs })
    .execute();
  return toUser(row);
}
