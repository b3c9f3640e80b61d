import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { type SessionEnd, emitStatus, endSession } from "../end-session.ts";
import type { SessionDeps, SessionRow } from "../session.ts";
import { note } from "../reports/timeline.ts";

/** How long a review may take; then the session expires. */
const reviewWithinMs = 7 * 24 * 3600_000;

/**
 * Handles a session without attempts left. With review enabled it waits for a reviewer, and keeps its sealed reference because the reviewer may grant
 * another attempt.
 */
export async function failSession(
  deps: Pick<SessionDeps, "events" | "receipts">,
  db: Kysely<Schema>,
  { id, review, expires_at_ms }: SessionRow,
  { result, because = {} }: Pick<SessionEnd, "result" | "because">,
  nowMs: number,
): Promise<SessionRow | undefined> {
  if (review === 0) return endSession(deps, db, id, { status: "failed", ...(result && { result }), because }, nowMs);
  const waiting = await db
    .updateTable("verification_sessions")
    .set((e) => ({
      status: "needs_review",
      result: result ? JSON.stringify(result) : null,
      capture: null,
      challenge_id: null,
      expires_at_ms: Math.max(expires_at_ms, nowMs + reviewWithinMs),
      version: e("version", "+", 1),
    }))
    .where("id", "=", id)
    .where("ended_at_ms", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (!waiting) return undefined;
  await note(db, id, "needs_review", nowMs, { ...because, event: await emitStatus(deps, db, waiting, nowMs) });
  return waiting;
}
