import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { toAccount } from "./accounts.ts";
import type { Account } from "./accounts.ts";
import { hashSecret, newId, newSecret } from "@selfsame/platform/ids/ids";
import type { SignedInBy } from "@selfsame/platform/store/signed-in-by";
import { hasFactor } from "../factors/has-factor.ts";
import { providerFor } from "../sign-on/provider.ts";
import { teamsOf } from "../teams/members.ts";
import type { Role } from "../teams/roles.ts";
import { toUser } from "./users.ts";
import type { User } from "./users.ts";

/** A session ends after an idle time and after an absolute lifetime (OWASP Session Management). */
const idleMs = 12 * 3600_000;
const lifeMs = 7 * 24 * 3600_000;
export const signInLifeSeconds = lifeMs / 1000;

/** Sessions created or last used at or before these times have ended. */
export function signInEnds(nowMs: number): { readonly createdByMs: number; readonly seenByMs: number } {
  return { createdByMs: nowMs - lifeMs, seenByMs: nowMs - idleMs };
}

/** A session's last use is written at most this often. */
const touchEveryMs = 60_000;

export interface SignInClient {
  readonly address: string;
  readonly userAgent: string;
  /** Secret of the cookie that identifies a browser that has signed in before. */
  readonly deviceSecret?: string | undefined;
  /** Secret of the cookie of a browser that was sent to a team's provider. */
  readonly signOnSecret?: string | undefined;
}

export interface SignInSession {
  readonly id: string;
  readonly address: string;
  readonly userAgent: string;
  /** Null for a session from before this was stored. */
  readonly signedInBy: SignedInBy | null;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
}

export interface SignedIn {
  readonly sessionId: string;
  readonly signedInBy: SignedInBy | null;
  readonly user: User;
  /** The current team. */
  readonly account: Account;
  /** The user's role in the current team. */
  readonly role: Role;
  /** The team requires a second factor, and the user has none. */
  readonly factorNeeded: boolean;
  /** When the user last authenticated. */
  readonly confirmedAtMs: number;
}

/** Starts a session. Its secret is always new: if one from the request were used, an attacker who planted it would be signed in too. */
export async function startSignIn(
  db: Kysely<Schema>,
  {
    userId,
    accountId,
    signedInBy,
  }: { readonly userId: string; readonly accountId: string; readonly signedInBy: SignedInBy },
  client: SignInClient,
  nowMs: number,
): Promise<{ readonly sessionId: string; readonly secret: string }> {
  const secret = newSecret();
  const id = newId("ses");
  const seen = { created_at_ms: nowMs, last_seen_at_ms: nowMs, confirmed_at_ms: nowMs };
  const { address, userAgent } = client;
  await db
    .insertInto("sessions")
    .values({
      id,
      user_id: userId,
      account_id: accountId,
      hash: hashSecret(secret),
      address,
      user_agent: userAgent.slice(0, 300),
      signed_in_by: signedInBy,
      ...seen,
    })
    .execute();
  return { sessionId: id, secret };
}

/** @returns undefined when the session is unknown, ended or expired, its account is closed, or the user is no longer a member of the account */
export async function findSignIn(db: Kysely<Schema>, secret: string, nowMs: number): Promise<SignedIn | undefined> {
  const ends = signInEnds(nowMs);
  const row = await db
    .selectFrom("sessions")
    .innerJoin("accounts", "accounts.id", "sessions.account_id")
    .innerJoin("users", "users.id", "sessions.user_id")
    .innerJoin("members", (join) =>
      join.onRef("members.account_id", "=", "accounts.id").onRef("members.user_id", "=", "users.id"),
    )
    .selectAll("accounts")
    .select([
      "sessions.id as session_id",
      "sessions.last_seen_at_ms",
      "sessions.confirmed_at_ms",
      "sessions.signed_in_by",
    ])
    .select(["users.id as user_id", "users.email", "users.operator", "members.role"])
    .where("sessions.hash", "=", hashSecret(secret))
    .where("sessions.created_at_ms", ">", ends.createdByMs)
    .where("sessions.last_seen_at_ms", ">", ends.seenByMs)
    .where("accounts.closed_at_ms", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.last_seen_at_ms < nowMs - touchEveryMs) {
    await db.updateTable("sessions").set({ last_seen_at_ms: nowMs }).where("id", "=", row.session_id).execute();
  }
  return {
    sessionId: row.session_id,
    signedInBy: row.signed_in_by,
    user: toUser({ id: row.user_id, email: row.email, operator: row.operator }),
    account: toAccount(row),
    role: row.role,
    factorNeeded:
      row.factor_required === 1 && !(await cameByOwnProvider(db, row.id, row)) && !(await hasFactor(db, row.user_id)),
    confirmedAtMs: row.confirmed_at_ms,
  };
}

/**
 * Whether the user signed in by this team's own provider, so that the team has already decided what its members must show. Another team's provider
 * does not count.
 */
async function cameByOwnProvider(
  db: Kysely<Schema>,
  accountId: string,
  { signed_in_by, email }: { readonly signed_in_by: SignedInBy | null; readonly email: string | null },
): Promise<boolean> {
  return signed_in_by === "oidc" && (await providerFor(db, email ?? ""))?.accountId === accountId;
}

const confirmedForMs = 10 * 60_000;

/** Whether the user authenticated within the last ten minutes, at sign-in or again since, by any method. */
export function isConfirmed({ confirmedAtMs }: Pick<SignedIn, "confirmedAtMs">, nowMs: number): boolean {
  return nowMs - confirmedAtMs <= confirmedForMs;
}

/** Records that the user has authenticated again in this session, by whatever method. */
export async function confirmSignIn(db: Kysely<Schema>, sessionId: string, nowMs: number): Promise<void> {
  await db.updateTable("sessions").set({ confirmed_at_ms: nowMs }).where("id", "=", sessionId).execute();
}

export function listSignIns(db: Kysely<Schema>, userId: string, nowMs: number): Promise<SignInSession[]> {
  const ends = signInEnds(nowMs);
  return db
    .selectFrom("sessions")
    .select([
      "id",
      "address",
      "user_agent as userAgent",
      "signed_in_by as signedInBy",
      "created_at_ms as createdAtMs",
      "last_seen_at_ms as lastSeenAtMs",
    ])
    .where("user_id", "=", userId)
    .where("created_at_ms", ">", ends.createdByMs)
    .where("last_seen_at_ms", ">", ends.seenByMs)
    .orderBy("last_seen_at_ms", "desc")
    .execute();
}

/** @returns whether the user had that session */
export async function endSignIn(db: Kysely<Schema>, userId: string, sessionId: string): Promise<boolean> {
  const ended = await db
    .deleteFrom("sessions")
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return ended.numDeletedRows > 0n;
}

/** @param exceptId the session that is kept, or null to end all */
export async function endSignIns(db: Kysely<Schema>, userId: string, exceptId: string | null): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("id", "!=", exceptId ?? "")
    .execute();
}

/** Ends every session whose current team this is. */
export async function endSignInsOf(db: Kysely<Schema>, accountId: string): Promise<void> {
  await db.deleteFrom("sessions").where("account_id", "=", accountId).execute();
}

/** Makes another team current, in this session and at the next sign-in. @returns whether the user belongs to the team and it is open */
export async function switchTeam(
  db: Kysely<Schema>,
  { sessionId, user }: Pick<SignedIn, "sessionId" | "user">,
  accountId: string,
): Promise<boolean> {
  if (!(await teamsOf(db, user.id)).some(({ id }) => id === accountId)) return false;
  await db.updateTable("users").set({ last_account_id: accountId }).where("id", "=", user.id).execute();
  await db.updateTable("sessions").set({ account_id: accountId }).where("id", "=", sessionId).execute();
  return true;
}
