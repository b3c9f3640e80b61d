import { type Actor, writeAudit } from "@selfsame/platform/audit/audit";
import { endSession } from "./end-session.ts";
import { linksMax, linkSecret } from "./link.ts";
import { openReference, sealReference } from "./reference.ts";
import { note } from "./reports/timeline.ts";
import { isOver, reopenedMs, type SessionDeps, type SessionRow } from "./session.ts";

export type Renewed =
  | { readonly outcome: "renewed"; readonly session: SessionRow; readonly secret: string }
  | { readonly outcome: "not_found" | "over" | "no_more_links" };

/**
 * A new link to the same session; the one before stops working. The session is as it was created, apart from its attempts: the person who opens
 * the new link must consent again, and their wallet is requested again.
 */
export function renewLink(deps: SessionDeps, accountId: string, id: string, by: Actor): Promise<Renewed> {
  const { store, seal, now } = deps;
  return store.db.transaction().execute(async (db): Promise<Renewed> => {
    // Locks the row: of two requests at once the second waits, and renews the link of the first.
    const found = await db
      .updateTable("verification_sessions")
      .set((e) => ({ version: e("version", "+", 1) }))
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .returningAll()
      .executeTakeFirst();
    if (!found) return { outcome: "not_found" };
    const nowMs = now();
    if (found.expires_at_ms <= nowMs) await endSession(deps, db, id, { status: "expired" }, nowMs);
    if (found.expires_at_ms <= nowMs || isOver(found)) return { outcome: "over" };
    if (found.link >= linksMax) return { outcome: "no_more_links" };
    const next = { id, link: found.link + 1 };
    const secret = linkSecret(seal, next);
    const isWallets = found.wallet === 1;
    const embedding =
      found.reference === null || isWallets ? null : openReference(seal, linkSecret(seal, found), found.reference);
    // Sealed under another server key: no link opens it any more.
    if (embedding === undefined) {
      await endSession(deps, db, id, { status: "cancelled", because: { why: "key_changed" } }, nowMs);
      return { outcome: "over" };
    }
    const session = await db
      .updateTable("verification_sessions")
      .set({
        link: next.link,
        status: "open",
        reference: embedding && sealReference(seal, secret, embedding),
        ...(isWallets && { has_reference: 0, document: null }),
        device: null,
        challenge_id: null,
        consent_version: null,
        consent: null,
        expires_at_ms: Math.max(found.expires_at_ms, nowMs + reopenedMs),
      })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await db.deleteFrom("wallet_requests").where("session_id", "=", id).execute();
    await note(db, id, "link_renewed", nowMs, { number: next.link });
    await writeAudit(db, nowMs, by, "verification_link_renewed", accountId, id);
    return { outcome: "renewed", session, secret };
  });
}
