import type { Store } from "../store/store.ts";
import { findAccountByEmail, normalizeEmail } from "./accounts.ts";
import type { Account } from "./accounts.ts";
import { note } from "./audit.ts";
import type { Actor } from "./audit.ts";
import type { Counters } from "./counters.ts";
import { hashSecret } from "./ids.ts";
import { networkOf } from "./network.ts";
import type { Passwords } from "./passwords.ts";
import { endSessions, startSession } from "./sessions.ts";
import type { Visitor } from "./sessions.ts";

export interface SignInDeps {
  readonly store: Store;
  readonly passwords: Passwords;
  readonly attempts: Counters;
  readonly now: () => number;
}

export type SignInResult =
  | { readonly outcome: "signed_in"; readonly account: Account; readonly sessionId: string; readonly secret: string }
  | { readonly outcome: "wrong_credentials" }
  | { readonly outcome: "too_many_attempts"; readonly retryAfterSeconds: number };

/** Failures in a quarter of an hour. A network may hold an office full of people who forgot. */
export const failuresMax = { account: 10, network: 50 } as const;
const windowSeconds = 15 * 60;

/**
 * Signs in with e-mail and password. An unknown e-mail, a wrong password, an account without a password and a closed account take the
 * same work and get the same answer.
 */
export async function signIn(
  { store, passwords, attempts, now }: SignInDeps,
  given: { readonly email: string; readonly password: string },
  visitor: Visitor,
): Promise<SignInResult> {
  const names = attemptNames(given.email, visitor.address);
  const throttled = await countAttempt(attempts, names);
  if (throttled) return throttled;

  const account = await findAccountByEmail(store.db, given.email);
  const matches = await passwords.verify(given.password, account?.passwordHash);
  const by = { actor: null, address: visitor.address };
  if (!account || !matches || account.closed) {
    await note(store.db, now(), by, "sign_in_failed", account?.id ?? null);
    return { outcome: "wrong_credentials" };
  }
  await forgiveAttempt(attempts, names);
  const session = await startSession(store.db, account.id, visitor, now());
  await note(store.db, now(), { ...by, actor: account.id }, "sign_in", account.id);
  return { outcome: "signed_in", account, ...session };
}

export type PasswordChange = { readonly outcome: "changed" } | Exclude<SignInResult, { outcome: "signed_in" }>;

/** Sets a new password for who knows the current one. Every other session of the account ends. */
export async function changePassword(
  { store, passwords, attempts, now }: SignInDeps,
  by: Actor,
  { email, sessionId }: { readonly email: string; readonly sessionId: string },
  given: { readonly current: string; readonly next: string },
): Promise<PasswordChange> {
  const names = attemptNames(email, by.address ?? "");
  const throttled = await countAttempt(attempts, names);
  if (throttled) return throttled;

  const account = await findAccountByEmail(store.db, email);
  if (!account || !(await passwords.verify(given.current, account.passwordHash))) {
    return { outcome: "wrong_credentials" };
  }
  await forgiveAttempt(attempts, names);
  const password_hash = await passwords.hash(given.next);
  await store.db.transaction().execute(async (db) => {
    await db.updateTable("accounts").set({ password_hash }).where("id", "=", account.id).execute();
    await endSessions(db, account.id, sessionId);
    await note(db, now(), by, "password_changed", account.id);
  });
  return { outcome: "changed" };
}

interface AttemptNames {
  readonly account: string;
  readonly network: string;
}

/** E-mails are hashed: the counters may be in Redis. */
function attemptNames(email: string, address: string): AttemptNames {
  return { account: `account:${hashSecret(normalizeEmail(email))}`, network: `network:${networkOf(address)}` };
}

/** Counted before the password is looked at, so that attempts made at the same time count as well. */
async function countAttempt(attempts: Counters, names: AttemptNames) {
  for (const kind of ["network", "account"] as const) {
    const { value, resetMs } = await attempts.add(names[kind], 1, windowSeconds);
    if (value > failuresMax[kind]) {
      return { outcome: "too_many_attempts", retryAfterSeconds: Math.max(1, Math.ceil(resetMs / 1000)) } as const;
    }
  }
  return undefined;
}

async function forgiveAttempt(attempts: Counters, names: AttemptNames): Promise<void> {
  await attempts.clear(names.account);
  await attempts.add(names.network, -1, windowSeconds);
}
