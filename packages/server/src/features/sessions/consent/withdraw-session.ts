import { deleteEvidence } from "../evidence/evidence.ts";
import { endSession } from "../end-session.ts";
import type { SessionDeps, SessionRow } from "../session.ts";
import { type Visitor, describeVisitor } from "../visit/visitor.ts";

/**
 * The person takes their consent back before there is a verdict: the session ends, and what it holds of their face and photos goes with it.
 * @returns undefined where it is too late
 */
export async function withdrawSession(
  deps: SessionDeps,
  { id, consent, expires_at_ms }: Pick<SessionRow, "id" | "consent" | "expires_at_ms">,
  by: Visitor,
): Promise<SessionRow | undefined> {
  const nowMs = deps.now();
  if (consent === null || expires_at_ms <= nowMs) return undefined;
  return deps.store.db.transaction().execute(async (db) => {
    const withdrawn = { withdrawn_at_ms: nowMs, receipt_photos: null };
    await db
      .updateTable("verification_sessions")
      .set(withdrawn)
      .where("id", "=", id)
      .where("ended_at_ms", "is", null)
      .execute();
    const end = { status: "cancelled", event: "session.withdrawn", because: describeVisitor(by) } as const;
    const ended = await endSession(deps, db, id, end, nowMs);
    if (ended) await deleteEvidence(db, id);
    return ended;
  });
}
