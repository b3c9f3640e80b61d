import { underLock } from "../../store/migrate.ts";
import { problemOf } from "../accounts/password-rules.ts";
import type { PasswordProblem } from "../accounts/password-rules.ts";
import type { ClaimDeps } from "../accounts/claim.ts";
import type { SignedIn } from "../accounts/sessions.ts";
import { findUserByEmail, toUser } from "../accounts/users.ts";
import type { User } from "../accounts/users.ts";
import { newId } from "../ids.ts";
import { findInvitation, takeInvitation } from "./invitations.ts";

export type Accepted =
  | { readonly outcome: "joined"; readonly user: User; readonly accountId: string }
  /** `sign_in_first`: the invited person has a sign-in already, and it is not them who asks. */
  | { readonly outcome: "link_used" | "sign_in_first" | PasswordProblem };

/**
 * Takes an invitation up. Who has a sign-in proves it by being signed in: holding the link is not enough to act as somebody else.
 *
 * @param given `me`: who is signed in, if anybody; `password`: of somebody who is new
 */
export async function acceptInvitation(
  { store, passwords, now }: ClaimDeps,
  given: { readonly secret: string; readonly password: string | undefined; readonly me: SignedIn | undefined },
  address: string,
  signal: AbortSignal,
): Promise<Accepted> {
  const found = await findInvitation(store.db, given.secret, now());
  if (!found) return { outcome: "link_used" };
  const known = await findUserByEmail(store.db, found.email);
  let passwordHash: string | undefined;
  if (!known) {
    const problem = await problemOf(given.password ?? "", found.email);
    if (problem) return { outcome: problem };
    // Before the transaction: it takes a third of a second, and SQLite has one writer.
    passwordHash = await passwords.hash(given.password ?? "", signal);
  }
  return underLock(store.db, store.kind, async (db): Promise<Accepted> => {
    const invitation = await findInvitation(db, given.secret, now());
    if (!invitation) return { outcome: "link_used" };
    let user: User | undefined = await findUserByEmail(db, invitation.email);
    if (user ? user.id !== given.me?.user.id : passwordHash === undefined) return { outcome: "sign_in_first" };
    if (!user) {
      const row = { id: newId("usr"), email: invitation.email, password_hash: passwordHash ?? null, operator: 0 };
      await db
        .insertInto("users")
        .values({ ...row, created_at_ms: now() })
        .execute();
      user = toUser(row);
    }
    const by = { actor: user.id, address, signedInBy: known ? (given.me?.signedInBy ?? null) : "link" } as const;
    if (!(await takeInvitation(db, invitation, user, by, now()))) return { outcome: "link_used" };
    return { outcome: "joined", user, accountId: invitation.accountId };
  });
}
