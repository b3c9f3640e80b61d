import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";

/** The origins of an account: those that its public keys allow. People may be sent back to them, and they may embed the page. */
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

/** The most nested frames: no integration needs more, and each origin is compared. */
const ancestorsMax = 8;

/**
 * Which of the requested origins may show a session's page in a frame: all of them, or none. It never returns another origin, since anyone who knows
 * a session's id may request it.
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

/** Whether only this machine can reach the URL: for trials. */
const isLoopback = ({ hostname }: URL): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

/** Whether people may be sent back to an address: on one of the origins, without credentials in the URL, over HTTPS except on loopback. */
export function mayReturnTo(address: string, origins: readonly string[]): boolean {
  const url = URL.parse(address);
  if (!url || url.username !== "" || url.password !== "") return false;
  const safe = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
  return safe && origins.includes(url.origin);
}

/** The address that the page sends people to at the end: with the session's id, never the verdict. */
export function returnAddress(address: string, sessionId: string): string {
  const url = new URL(address);
  url.searchParams.set("session", sessionId);
  return url.href;
}
