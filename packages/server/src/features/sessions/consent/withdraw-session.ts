import { forgetChallenge } from "../../../liveness/challenge/forget-challenge.ts";
import { deleteEvidence } from "../evidence/evidence.ts";
import { endSession } from "../end-session.ts";
import type { SessionDeps, SessionRow } from "../session.ts";
import { type Visitor, describeVisitor } from "../visit/visitor.ts";

/** Whether there is a consent that can be withdrawn. */
export const canWithdraw = ({ consent, ended_at_ms }: Pick<SessionRow, "consent" | "ended_at_ms">): boolean =>
  consent !== null && ended_at_ms === null;

/**
 * Withdraws the person's consent before there is a verdict. The session ends, and its face data and photos are deleted, including those that wait for
 * a comparison or a review.
 * @returns undefined if it is too late
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
    // A verdict that is stored at the same time waits for this update and finds the session ended, or comes first.
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
