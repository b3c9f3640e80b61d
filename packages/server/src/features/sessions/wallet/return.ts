/**
 * The return from a wallet on the same device. The wallet sends the person to a URL with a code, which only that device's browser receives (OpenID4VP
 * 1.0, 8.2, 13.3). Without the code the response does not count, so an attacker cannot send their own request to another person's wallet and get its
 * portrait.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { note } from "../reports/timeline.ts";
import type { SessionDeps } from "../session.ts";

interface Held {
  readonly returnCode: string;
  readonly model: string;
  readonly document: object;
}

const hashOf = (code: string): Buffer => createHash("sha256").update(code).digest();

/** Stores the parts of the response that are not secret; the portrait's embedding is stored sealed in the session. */
export async function holdFor(db: Kysely<Schema>, sessionId: string, { returnCode, ...held }: Held): Promise<void> {
  const text = JSON.stringify({ ...held, code: hashOf(returnCode).toString("hex") });
  await db.updateTable("wallet_requests").set({ held: text }).where("session_id", "=", sessionId).execute();
}

/** Takes the response that waits for this code, once. @returns false if none does, or it has expired */
export function takeReturned(
  { store, now }: Pick<SessionDeps, "store" | "now">,
  sessionId: string,
  returnCode: string,
): Promise<boolean> {
  return store.db.transaction().execute(async (db) => {
    const row = await db
      .selectFrom("wallet_requests")
      .select("held")
      .where("session_id", "=", sessionId)
      .where("expires_at_ms", ">", now())
      .executeTakeFirst();
    if (!row?.held) return false;
    const { code, model, document } = JSON.parse(row.held) as { code: string; model: string; document: object };
    if (!timingSafeEqual(Buffer.from(code, "hex"), hashOf(returnCode))) return false;
    const taken = await db
      .updateTable("verification_sessions")
      .set((e) => ({ has_reference: 1, model, document: JSON.stringify(document), version: e("version", "+", 1) }))
      .where("id", "=", sessionId)
      .where("status", "=", "started")
      .where("has_reference", "=", 0)
      .where("reference", "is not", null)
      .where("expires_at_ms", ">", now())
      .returning("id")
      .executeTakeFirst();
    if (!taken) return false;
    await db.updateTable("wallet_requests").set({ held: null }).where("session_id", "=", sessionId).execute();
    await note(db, sessionId, "wallet_accepted", now());
    return true;
  });
}
