import type { Kysely } from "kysely";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { Actor } from "@selfsame/platform/audit/audit";
import type { EventType } from "@selfsame/platform/events/event-types";
import type { Schema } from "@selfsame/platform/store/schema";
import { type SessionDeps, type SessionResult, type SessionRow, findSession } from "./session.ts";
import { verdictOf } from "./verdict-of.ts";
import { type TimelineData, note } from "./reports/timeline.ts";

export interface SessionEnd {
  readonly status: "verified" | "failed" | "expired" | "cancelled";
  readonly result?: SessionResult;
  /** For the timeline. */
  readonly because?: TimelineData;
  /** Replaces the event type of the status. */
  readonly event?: EventType;
}

/**
 * Ends a session and emits its event in one transaction, which also deletes the reference and the capture, and signs the receipt if one was
 * requested.
 * @returns undefined if the session had already ended
 */
export async function endSession(
  { events, receipts }: Pick<SessionDeps, "events" | "receipts">,
  db: Kysely<Schema>,
  id: string,
  { status, result, because = {}, event: told }: SessionEnd,
  nowMs: number,
): Promise<SessionRow | undefined> {
  const session = await db
    .updateTable("verification_sessions")
    .set((e) => ({
      status,
      ...(result && { result: JSON.stringify(result) }),
      review_pending: null,
      reference: null,
      capture: null,
      challenge_id: null,
      ended_at_ms: nowMs,
      version: e("version", "+", 1),
    }))
    .where("id", "=", id)
    .where("ended_at_ms", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (!session) return undefined;
  const verdict = verdictOf(session);
  if (verdict) {
    session.receipt = await receipts.sign(db, verdict);
    await db.updateTable("verification_sessions").set({ receipt: session.receipt }).where("id", "=", id).execute();
  }
  const event = await (told === undefined
    ? emitStatus({ events }, db, session, nowMs)
    : emitSessionEvent({ events }, db, session, told, nowMs));
  await note(db, id, told === "session.withdrawn" ? "withdrawn" : status, nowMs, { ...because, event });
  return session;
}

/** @returns the event's id */
export function emitStatus(
  { events }: Pick<SessionDeps, "events">,
  db: Kysely<Schema>,
  row: SessionRow,
  atMs: number,
): Promise<string> {
  if (row.status === "open") throw new Error("there is no event of a session that was made");
  return emitSessionEvent({ events }, db, row, `session.${row.status}`, atMs);
}

/** @param atMs time of the change; different for each event of a session, since events are sorted by it @returns the event's id */
export async function emitSessionEvent(
  { events }: Pick<SessionDeps, "events">,
  db: Kysely<Schema>,
  { id, account_id: accountId, status, external_id, test }: SessionRow,
  type: EventType,
  atMs: number,
): Promise<string> {
  const data = { id, status, external_id, test: test === 1 };
  const { id: eventId } = await events.emit(db, { accountId, type, data, test: test === 1, atMs });
  return eventId;
}

export type Cancelled =
  | { readonly outcome: "cancelled"; readonly session: SessionRow }
  | { readonly outcome: "not_found" }
  /** `status`: undefined if it changed during the request. */
  | { readonly outcome: "over"; readonly status: SessionRow["status"] | undefined };

/**
 * @param asked `test`: whether only sessions of test keys, or only of live keys, count; both if absent. `by`: the signed-in person for the audit log,
 * not an API key
 */
export function cancelSession(
  deps: SessionDeps,
  accountId: string,
  id: string,
  { test, by }: { readonly test?: boolean | undefined; readonly by?: Actor | undefined } = {},
): Promise<Cancelled> {
  return deps.store.db.transaction().execute(async (db) => {
    const found = await findSession(db, accountId, id, test);
    if (!found) return { outcome: "not_found" };
    const nowMs = deps.now();
    // A session past its expiry time has expired, even if no sweep has ended it yet.
    const status = found.expires_at_ms <= nowMs ? "expired" : "cancelled";
    const session = await endSession(deps, db, id, { status }, nowMs);
    if (!session) return { outcome: "over", status: found.ended_at_ms === null ? undefined : found.status };
    if (status !== "cancelled") return { outcome: "over", status };
    if (by) await writeAudit(db, nowMs, by, "verification_cancelled", accountId, id);
    return { outcome: "cancelled", session };
  });
}

/** Returns the session's current state; ends it first if it has expired. */
export async function upToDate(deps: SessionDeps, row: SessionRow): Promise<SessionRow> {
  const nowMs = deps.now();
  if (row.ended_at_ms !== null || row.expires_at_ms > nowMs) return row;
  const ended = await deps.store.db
    .transaction()
    .execute((db) => endSession(deps, db, row.id, { status: "expired" }, nowMs));
  return ended ?? (await findSession(deps.store.db, row.account_id, row.id)) ?? row;
}
