import type { Kysely } from "kysely";
import type { Schema } from "../../platform/store/schema.ts";

/** The origins of an account: those that its public keys allow. People are sent back to them, and they may embed the page. */
export async function accountOrigins(db: Kysely<Schema>, accountId: string, nowMs: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("api_keys")
    .select("allowed_origins")
    .where("account_id", "=", accountId)
    .where("kind", "=", "public")
    .where("revoked_at_ms", "is", null)
    .where((where) => where.or([where("expires_at_ms", "is", null), where("expires_at_ms", ">", nowMs)]))
    .execute();
  return [...new Set(rows.flatMap((row) => JSON.parse(row.allowed_origins) as string[]))].toSorted();
}

/** A page within a page within a page: no integration needs more, and each is compared. */
const ancestorsMax = 8;

/**
 * Which of the requested origins may show a session's page in a frame: all of them, or none. Never another one, since anyone who knows a
 * session's id may ask.
 */
export async function allowedAncestors(
  db: Kysely<Schema>,
  id: string,
  asked: readonly string[],
  nowMs: number,
): Promise<readonly string[]> {
  if (asked.length === 0 || asked.length > ancestorsMax) return [];
  const session = await db
    .selectFrom("verification_sessions")
    .select("account_id")
    .where("id", "=", id)
    .executeTakeFirst();
  const allowed = session ? await accountOrigins(db, session.account_id, nowMs) : [];
  return asked.every((origin) => allowed.includes(origin)) ? asked : [];
}

/** Reachable from the machine itself only: for trials. */
const isLoopback = ({ hostname }: URL): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

/** Whether people may be sent back there: to one of the origins, without a password in the address, and not over an open line. */
export function mayReturnTo(address: string, origins: readonly string[]): boolean {
  const url = URL.parse(address);
  if (!url || url.username !== "" || url.password !== "") return false;
  const safe = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
  return safe && origins.includes(url.origin);
}

/** Where the page sends people in the end: with the session's id, never the verdict. */
export function returnAddress(address: string, sessionId: string): string {
  const url = new URL(address);
  url.searchParams.set("session", sessionId);
  return url.href;
}
