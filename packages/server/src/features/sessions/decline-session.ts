import { emitSessionEvent } from "./end-session.ts";
import { type SessionDeps, type SessionRow, findSession, isOver } from "./session.ts";
import { note } from "./reports/timeline.ts";
import { type Visitor, describeVisitor } from "./visit/visitor.ts";

/**
 * Records that the person chose not to continue for now. The session stays open, so they may return. Only the first time counts, so repeats cannot
 * flood the account with events.
 * @returns undefined if the session is over
 */
export async function declineSession(deps: SessionDeps, row: SessionRow, by: Visitor): Promise<SessionRow | undefined> {
  if (isOver(row)) return undefined;
  return deps.store.db.transaction().execute(async (db) => {
    const nowMs = deps.now();
    const declined = await db
      .updateTable("verification_sessions")
      .set((e) => ({ declined_at_ms: nowMs, version: e("version", "+", 1) }))
      .where("id", "=", row.id)
      .where("declined_at_ms", "is", null)
      .where("status", "in", ["open", "started"])
      .where("expires_at_ms", ">", nowMs)
      .returningAll()
      .executeTakeFirst();
    if (!declined) {
      const now = await findSession(db, row.account_id, row.id);
      return now && !isOver(now) && now.expires_at_ms > nowMs ? now : undefined;
    }
    const event = await emitSessionEvent(deps, db, declined, "session.declined", nowMs);
    await note(db, row.id, "declined", nowMs, { ...describeVisitor(by), event });
    return declined;
  });
}
