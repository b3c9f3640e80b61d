import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import type { Attempts, TooMany } from "./attempts.ts";
import { homeOf } from "../teams/members.ts";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { Actor } from "@selfsame/platform/audit/audit";
import { endSteps } from "../factors/sign-in-steps.ts";
import { findDevice, rememberDevice } from "./devices.ts";
import { problemOf } from "./password-rules.ts";
import type { PasswordProblem } from "./password-rules.ts";
import type { Passwords } from "./passwords.ts";
import { confirmSignIn, endSignIns, startSignIn } from "./sign-in-sessions.ts";
import type { SignInClient } from "./sign-in-sessions.ts";
import type { SignedInBy } from "@selfsame/platform/store/signed-in-by";
import { findUserByEmail, lockPassword, passwordHashOf } from "./users.ts";
import type { User } from "./users.ts";

export interface SignInDeps {
  readonly store: Store;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly now: () => number;
}

export interface IssuedSession {
  readonly outcome: "signed_in";
  readonly user: User;
  readonly sessionId: string;
  /** Secret of the session's cookie; `deviceSecret` is that of the cookie that identifies the device at the next sign-in. */
  readonly secret: string;
  readonly deviceSecret: string;
}

export type SignInResult =
  /** `passwordHash`: the stored hash that matched, for `lockPassword`. */
  | { readonly outcome: "proven"; readonly user: User; readonly passwordHash: string }
  | { readonly outcome: "wrong_credentials" }
  | TooMany;

/**
 * Finds the user of an e-mail and password. The sign-in flow decides whether these suffice. An unknown e-mail, a wrong password, a user without a
 * password and one whose teams are all closed take the same work and get the same response.
 *
 * @throws PasswordsBusy, also when the client has disconnected
 */
export async function signIn(
  { store, passwords, attempts, now }: SignInDeps,
  given: { readonly email: string; readonly password: string },
  client: SignInClient,
  signal: AbortSignal,
): Promise<SignInResult> {
  const user = await findUserByEmail(store.db, given.email);
  const deviceId = user && (await findDevice(store.db, user.id, client.deviceSecret, now()));
  const attempt = attempts.signIn(given.email, client.address, deviceId);
  const refused = await attempt.begin(signal);
  if (refused) return refused;

  const matches = await passwords.verify(given.password, user?.passwordHash, signal);
  const by = { actor: null, address: client.address };
  const home = user ? await homeOf(store.db, user.id) : null;
  if (!user?.passwordHash || !matches || home === null) {
    await writeAudit(store.db, now(), by, "sign_in_failed", home, user?.email ?? null);
    return { outcome: "wrong_credentials" };
  }
  await attempt.forgive();
  return { outcome: "proven", user, passwordHash: user.passwordHash };
}

/** Issues a new session in one of the user's teams, at the end of every sign-in method. */
export async function issueSession(
  db: Kysely<Schema>,
  { id: userId, email, operator }: User,
  accountId: string,
  client: SignInClient,
  signedInBy: SignedInBy,
  nowMs: number,
): Promise<IssuedSession> {
  const session = await startSignIn(db, { userId, accountId, signedInBy }, client, nowMs);
  const { deviceSecret: secret } = client;
  const id = await findDevice(db, userId, secret, nowMs);
  const known = id !== undefined && secret !== undefined ? { id, secret } : undefined;
  const deviceSecret = await rememberDevice(db, userId, known, nowMs);
  return { outcome: "signed_in", user: { id: userId, email, operator }, ...session, deviceSecret };
}

type NotConfirmed = { readonly outcome: "wrong_credentials" } | TooMany;
/** `passwordHash`: the stored hash that matched, for `lockPassword`. */
export type Confirmed = { readonly outcome: "confirmed"; readonly passwordHash: string } | NotConfirmed;

/** Checks the password of a signed-in user again, before actions that a stolen session must not allow. */
export async function confirmPassword(
  deps: SignInDeps,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  password: string,
  signal: AbortSignal,
): Promise<Confirmed> {
  const { store, passwords, attempts, now } = deps;
  const attempt = attempts.confirm(sessionId);
  const refused = await attempt.begin(signal);
  if (refused) return refused;
  const stored = await passwordHashOf(store.db, userId);
  if (!(await passwords.verify(password, stored, signal)) || !stored) return { outcome: "wrong_credentials" };
  await attempt.forgive();
  await confirmSignIn(store.db, sessionId, now());
  return { outcome: "confirmed", passwordHash: stored };
}

export type PasswordChange = { readonly outcome: "changed" } | { readonly outcome: PasswordProblem } | NotConfirmed;

/** Sets a new password for a user who knows the current one. The user's other sessions end. */
export async function changePassword(
  deps: SignInDeps,
  by: Actor,
  me: {
    readonly userId: string;
    readonly accountId: string;
    readonly email: string | null;
    readonly sessionId: string;
  },
  given: { readonly current: string; readonly next: string },
  signal: AbortSignal,
): Promise<PasswordChange> {
  const { store, passwords, now } = deps;
  const confirmed = await confirmPassword(deps, me, given.current, signal);
  if (confirmed.outcome !== "confirmed") return confirmed;
  // Judged only after the current password is confirmed, since judging is expensive.
  const problem = await problemOf(given.next, me.email);
  if (problem) return { outcome: problem };
  const password_hash = await passwords.hash(given.next, signal);
  return store.db.transaction().execute(async (db): Promise<PasswordChange> => {
    // Of two concurrent changes from two sessions, the second fails: its current password is outdated.
    if (!(await lockPassword(db, me.userId, confirmed.passwordHash))) return { outcome: "wrong_credentials" };
    await db.updateTable("users").set({ password_hash }).where("id", "=", me.userId).execute();
    await endSignIns(db, me.userId, me.sessionId);
    await endSteps(db, me.userId);
    await writeAudit(db, now(), by, "password_changed", me.accountId);
    return { outcome: "changed" };
  });
}
