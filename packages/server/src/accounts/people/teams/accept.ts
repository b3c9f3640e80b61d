import type { Kysely } from "kysely";
import { underLock } from "@selfsame/platform/store/migrate";
import type { Schema } from "@selfsame/platform/store/schema";
import { markProven, takeAddressFrom } from "../accounts/address-proof.ts";
import { problemOf } from "../accounts/password-rules.ts";
import type { PasswordProblem } from "../accounts/password-rules.ts";
import type { ClaimDeps } from "../accounts/claim.ts";
import type { SignedIn } from "../accounts/sign-in-sessions.ts";
import { findUserByEmail, toUser } from "../accounts/users.ts";
import type { User, UserWithPassword } from "../accounts/users.ts";
import { passkeyCount } from "../factors/has-factor.ts";
import { newId } from "@selfsame/platform/ids/ids";
import { findInvitation, takeInvitation } from "./invitations.ts";
import type { OpenInvitation } from "./invitations.ts";

export type Accepted =
  | { readonly outcome: "joined"; readonly user: User; readonly accountId: string }
  /** `sign_in_first`: the invited address has a user, who has to sign in to accept. */
  | { readonly outcome: "link_used" | "sign_in_first" | "mail_needed" | PasswordProblem };

/**
 * Who holds the invited address; it decides what the link allows without a sign-in. `none`: no user, or one who never signed in. `unproven`: a user
 * who has not proven the address, while the link was mailed to it. `theirs`: a user who has to sign in.
 */
export type Holder = "none" | "unproven" | "theirs";

export async function holderOf(
  db: Kysely<Schema>,
  known: UserWithPassword | undefined,
  { mailed }: Pick<OpenInvitation, "mailed">,
): Promise<Holder> {
  if (!known) return "none";
  if (!mailed || known.emailProven) return "theirs";
  return known.passwordHash === null && (await passkeyCount(db, known.id)) === 0 ? "none" : "unproven";
}

/**
 * Accepts an invitation. An existing user must be signed in: the link alone does not allow acting as another user. But a mailed link proves the
 * address, and its holder may take the address over from a user who has not proven it.
 *
 * @param given `me`: the signed-in user, if any; `password`: of a new user; `takeOver`: set if the address's current user is another person
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
    return holder === "none" || (holder === "unproven" && given.takeOver);
  };
  const found = await findInvitation(store.db, given.secret, now());
  if (!found) return { outcome: "link_used" };
  let passwordHash: string | undefined;
  if (await isNew(store.db, found, await findUserByEmail(store.db, found.email))) {
    // The rule of `invite`, checked again: an earlier version may have made the link, or its user may have been deleted since.
    if (!found.mailed && !found.byOperator) return { outcome: "mail_needed" };
    const problem = await problemOf(given.password ?? "", found.email);
    if (problem) return { outcome: problem };
    // Hashed before the transaction: hashing takes a third of a second, and SQLite has one writer.
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

/** Returns the user who gets the password. A user who has signed in with the address but never proven it is another person, and loses the address. */
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
