import type { Store } from "../../store/store.ts";
import { findAccount, findAccountByEmail } from "./accounts.ts";
import type { Account } from "./accounts.ts";
import type { Attempts, TooMany } from "./attempts.ts";
import { writeAudit } from "../audit.ts";
import type { Actor } from "../audit.ts";
import { findDevice, rememberDevice } from "./devices.ts";
import { problemOf } from "./password-rules.ts";
import type { PasswordProblem } from "./password-rules.ts";
import type { Passwords } from "./passwords.ts";
import { confirmSession, endSessions, startSession } from "./sessions.ts";
import type { Visitor } from "./sessions.ts";

export interface SignInDeps {
  readonly store: Store;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly now: () => number;
}

export interface Welcome {
  readonly outcome: "signed_in";
  readonly account: Account;
  readonly sessionId: string;
  /** For the session's cookie, and for the one by which the device is known next time. */
  readonly secret: string;
  readonly deviceSecret: string;
}

export type SignInResult = Welcome | { readonly outcome: "wrong_credentials" } | TooMany;

/**
 * Signs in with e-mail and password. An unknown e-mail, a wrong password, an account without a password and a closed account take the
 * same work and get the same answer.
 *
 * @throws PasswordsBusy, when the client has gone, too
 */
export async function signIn(
  { store, passwords, attempts, now }: SignInDeps,
  given: { readonly email: string; readonly password: string },
  visitor: Visitor,
  signal: AbortSignal,
): Promise<SignInResult> {
  const account = await findAccountByEmail(store.db, given.email);
  const deviceId = account && (await findDevice(store.db, account.id, visitor.deviceSecret, now()));
  const attempt = attempts.signIn(given.email, visitor.address, deviceId);
  const refused = await attempt.begin(signal);
  if (refused) return refused;

  const matches = await passwords.verify(given.password, account?.passwordHash, signal);
  const by = { actor: null, address: visitor.address };
  if (!account || !matches || account.closed) {
    await writeAudit(store.db, now(), by, "sign_in_failed", account?.id ?? null);
    return { outcome: "wrong_credentials" };
  }
  await attempt.forgive();
  await writeAudit(store.db, now(), { ...by, actor: account.id }, "sign_in", account.id);
  return welcome({ store, now }, account, visitor);
}

/** Every way in ends here, with a fresh session. */
export async function welcome(
  { store, now }: Pick<SignInDeps, "store" | "now">,
  account: Account,
  visitor: Visitor,
): Promise<Welcome> {
  const session = await startSession(store.db, account.id, visitor, now());
  const { deviceSecret: secret } = visitor;
  const id = await findDevice(store.db, account.id, secret, now());
  const known = id !== undefined && secret !== undefined ? { id, secret } : undefined;
  const deviceSecret = await rememberDevice(store.db, account.id, known, now());
  return { outcome: "signed_in", account, ...session, deviceSecret };
}

type NotConfirmed = { readonly outcome: "wrong_credentials" } | TooMany;
export type Confirmed = { readonly outcome: "confirmed" } | NotConfirmed;

/** Who is signed in says the password again: before what a stolen session must not be enough for. */
export async function confirmPassword(
  deps: SignInDeps,
  { accountId, sessionId }: { readonly accountId: string; readonly sessionId: string },
  password: string,
  signal: AbortSignal,
): Promise<Confirmed> {
  const { store, passwords, attempts, now } = deps;
  const attempt = attempts.confirm(sessionId);
  const refused = await attempt.begin(signal);
  if (refused) return refused;
  const { email = null } = (await findAccount(store.db, accountId)) ?? {};
  const account = email === null ? undefined : await findAccountByEmail(store.db, email);
  if (!(await passwords.verify(password, account?.passwordHash, signal))) return { outcome: "wrong_credentials" };
  await attempt.forgive();
  await confirmSession(store.db, sessionId, now());
  return { outcome: "confirmed" };
}

export type PasswordChange = { readonly outcome: "changed" } | { readonly outcome: PasswordProblem } | NotConfirmed;

/** Sets a new password for who knows the current one. Every other session of the account ends. */
export async function changePassword(
  deps: SignInDeps,
  by: Actor,
  me: { readonly accountId: string; readonly email: string | null; readonly sessionId: string },
  given: { readonly current: string; readonly next: string },
  signal: AbortSignal,
): Promise<PasswordChange> {
  const { store, passwords, now } = deps;
  const confirmed = await confirmPassword(deps, me, given.current, signal);
  if (confirmed.outcome !== "confirmed") return confirmed;
  // After the current one: to judge a password costs more than to read it.
  const problem = await problemOf(given.next, me.email);
  if (problem) return { outcome: problem };
  const password_hash = await passwords.hash(given.next, signal);
  await store.db.transaction().execute(async (db) => {
    await db.updateTable("accounts").set({ password_hash }).where("id", "=", me.accountId).execute();
    await endSessions(db, me.accountId, me.sessionId);
    await writeAudit(db, now(), by, "password_changed", me.accountId);
  });
  return { outcome: "changed" };
}
