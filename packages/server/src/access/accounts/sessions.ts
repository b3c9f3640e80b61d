import type { Kysely } from "kysely";
import type { Schema } from "../../store/schema.ts";
import { toAccount } from "./accounts.ts";
import type { Account } from "./accounts.ts";
import { hashSecret, newId, newSecret } from "../ids.ts";

/** OWASP Session Management: both an idle and an absolute end. */
const idleMs = 12 * 3600_000;
const lifeMs = 7 * 24 * 3600_000;
export const sessionLifeSeconds = lifeMs / 1000;

/** Sessions made or last used by these moments have ended. */
export function sessionEnds(nowMs: number): { readonly createdByMs: number; readonly seenByMs: number } {
  return { createdByMs: nowMs - lifeMs, seenByMs: nowMs - idleMs };
}

/** A session's last use is written at most this often. */
const touchEveryMs = 60_000;

export interface Visitor {
  readonly address: string;
  readonly userAgent: string;
  /** Of the cookie by which a browser that has signed in before is known. */
  readonly deviceSecret?: string | undefined;
}

export interface Session {
  readonly id: string;
  readonly address: string;
  readonly userAgent: string;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
}

export interface SignedIn {
  readonly sessionId: string;
  readonly account: Account;
  /** When the person last showed who they are. */
  readonly confirmedAtMs: number;
}

/** Always a new secret: one that came with the request is never taken over, or whoever planted it would be signed in too. */
export async function startSession(
  db: Kysely<Schema>,
  accountId: string,
  visitor: Visitor,
  nowMs: number,
): Promise<{ readonly sessionId: string; readonly secret: string }> {
  const secret = newSecret();
  const id = newId("ses");
  const seen = { created_at_ms: nowMs, last_seen_at_ms: nowMs, confirmed_at_ms: nowMs };
  const { address, userAgent } = visitor;
  await db
    .insertInto("sessions")
    .values({
      id,
      account_id: accountId,
      hash: hashSecret(secret),
      address,
      user_agent: userAgent.slice(0, 300),
      ...seen,
    })
    .execute();
  return { sessionId: id, secret };
}

/** @returns undefined when the session is unknown, ended or expired, or its account is closed */
export async function findSession(db: Kysely<Schema>, secret: string, nowMs: number): Promise<SignedIn | undefined> {
  const ends = sessionEnds(nowMs);
  const row = await db
    .selectFrom("sessions")
    .innerJoin("accounts", "accounts.id", "sessions.account_id")
    .selectAll("accounts")
    .select(["sessions.id as session_id", "sessions.last_seen_at_ms", "sessions.confirmed_at_ms"])
    .where("sessions.hash", "=", hashSecret(secret))
    .where("sessions.created_at_ms", ">", ends.createdByMs)
    .where("sessions.last_seen_at_ms", ">", ends.seenByMs)
    .where("accounts.closed_at_ms", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.last_seen_at_ms < nowMs - touchEveryMs) {
    await db.updateTable("sessions").set({ last_seen_at_ms: nowMs }).where("id", "=", row.session_id).execute();
  }
  return { sessionId: row.session_id, account: toAccount(row), confirmedAtMs: row.confirmed_at_ms };
}

/** The person has just shown again who they are. */
export async function confirmSession(db: Kysely<Schema>, sessionId: string, nowMs: number): Promise<void> {
  await db.updateTable("sessions").set({ confirmed_at_ms: nowMs }).where("id", "=", sessionId).execute();
}

export function listSessions(db: Kysely<Schema>, accountId: string, nowMs: number): Promise<Session[]> {
  const ends = sessionEnds(nowMs);
  return db
    .selectFrom("sessions")
    .select([
      "id",
      "address",
      "user_agent as userAgent",
      "created_at_ms as createdAtMs",
      "last_seen_at_ms as lastSeenAtMs",
    ])
    .where("account_id", "=", accountId)
    .where("created_at_ms", ">", ends.createdByMs)
    .where("last_seen_at_ms", ">", ends.seenByMs)
    .orderBy("last_seen_at_ms", "desc")
    .execute();
}

/** @returns whether the account had that session */
export async function endSession(db: Kysely<Schema>, accountId: string, sessionId: string): Promise<boolean> {
  const ended = await db
    .deleteFrom("sessions")
    .where("id", "=", sessionId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return ended.numDeletedRows > 0n;
}

/** @param keptId the session that stays, if any */
export async function endSessions(db: Kysely<Schema>, accountId: string, keptId: string | null): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("account_id", "=", accountId)
    .where("id", "!=", keptId ?? "")
    .execute();
}
