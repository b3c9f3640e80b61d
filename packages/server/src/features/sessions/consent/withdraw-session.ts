import { forgetChallenge } from "../../../liveness/challenge/forget-challenge.ts";
import { deleteEvidence } from "../evidence/evidence.ts";
import { endSession } from "../end-session.ts";
import type { SessionDeps, SessionRow } from "../session.ts";
import { type Visitor, describeVisitor } from "../visit/visitor.ts";

/** Whether there is a consent to take back. */
export const canWithdraw = ({ consent, ended_at_ms }: Pick<SessionRow, "consent" | "ended_at_ms">): boolean =>
  consent !== null && ended_at_ms === null;

/**
 * The person takes their consent back before there is a verdict: the session ends, and what it holds of their face and photos goes with it,
 * also what an attempt showed that waits for its comparison or its review.
 * @returns undefined where it is too late
 */
export async function withdrawSession(
  deps: SessionDeps,
  session: Pick<SessionRow, "id" | "consent" | "ended_at_ms" | "expires_at_ms">,
  by: Visitor,
): Promise<SessionRow | undefined> {
  const nowMs = deps.now();
  const { id } = session;
  if (!canWithdraw(session) || session.expires_at_ms <= nowMs) return undefined;
  return deps.store.db.transaction().execute(async (db) => {
    // A verdict that is being stored comes before this, or finds the session ended.
    const open = await db
      .updateTable("verification_sessions")
      .set({ withdrawn_at_ms: nowMs, receipt_photos: null, result: null })
      .where("id", "=", id)
      .where("ended_at_ms", "is", null)
      .returning("challenge_id")
      .executeTakeFirst();
    const end = { status: "cancelled", event: "session.withdrawn", because: describeVisitor(by) } as const;
    const ended = await endSession(deps, db, id, end, nowMs);
    if (!ended) return undefined;
    if (open?.challenge_id) await forgetChallenge(db, open.challenge_id);
    await deleteEvidence(db, id);
    return ended;
  });
}
