import type { Kysely } from "kysely";
import { z } from "zod";
import { type Actor, type AuditAction, writeAudit } from "@selfsame/platform/audit/audit";
import { actsFor } from "../../../accounts/keys/origin.ts";
import { reviewSettings } from "../../../accounts/people/teams/review-settings.ts";
import type { Schema } from "@selfsame/platform/store/schema";
import { emitSessionEvent, endSession } from "../end-session.ts";
import {
  type PendingReview,
  type ReviewDecision,
  type ReviewerKind,
  type SessionDeps,
  type SessionResult,
  type SessionRow,
  findSession,
  pendingOf,
  reopenedMs,
  reviewDecisions,
} from "../session.ts";
import { note } from "../reports/timeline.ts";
import { readSetting } from "@selfsame/platform/settings/setting";

/** The most attempts of one session, including those that reviewers grant: a link must not allow endless tries. */
const attemptsMax = 10;

export const reviewSchema = z.strictObject({
  decision: z.enum(reviewDecisions),
  reason: z
    .string()
    .trim()
    .min(1)
    .max(500)
    // PostgreSQL rejects NUL, and the reason is shown to people.
    .regex(/^(?:\P{Cc}|\n)+$/u),
});
export type Review = z.output<typeof reviewSchema>;

export interface Reviewer {
  readonly kind: ReviewerKind;
  /** The id of the person or of the key. */
  readonly id: string;
  readonly actor: Actor;
}

export type Reviewed =
  | { readonly outcome: "decided" | "pending"; readonly session: SessionRow }
  | { readonly outcome: "not_found" | "not_in_review" | "needs_another" | "no_more_attempts" };

export function reviewSession(
  deps: SessionDeps,
  accountId: string,
  id: string,
  review: Review,
  by: Reviewer,
): Promise<Reviewed> {
  return deps.store.db.transaction().execute((db) => reviewWithin(deps, db, accountId, id, review, by));
}

/** The same as reviewSession, within the caller's transaction. */
export async function reviewWithin(
  deps: SessionDeps,
  db: Kysely<Schema>,
  accountId: string,
  id: string,
  review: Review,
  by: Reviewer,
): Promise<Reviewed> {
  const found = await findSession(db, accountId, id);
  if (!found) return { outcome: "not_found" };
  const nowMs = deps.now();
  if (found.expires_at_ms <= nowMs) await endSession(deps, db, id, { status: "expired" }, nowMs);
  const session = await holdForReview(db, id);
  if (!session) return { outcome: "not_in_review" };
  const effect = await effectOf(db, session, review.decision, by);
  switch (effect) {
    case "decided":
      return { outcome: effect, session: await decide(deps, db, session, review, by, nowMs) };
    case "pending":
      return propose(db, session, review, { ...by, people: await peopleBehind(db, by) }, nowMs);
    case "needs_another":
    case "no_more_attempts":
      return { outcome: effect };
  }
}

/** The effect that a decision of this reviewer would have. @param session waits for a review */
export async function effectOf(
  db: Kysely<Schema>,
  session: SessionRow,
  decision: ReviewDecision,
  by: Pick<Reviewer, "kind" | "id">,
): Promise<"decided" | "pending" | "needs_another" | "no_more_attempts"> {
  if (decision === "retry" && session.attempts >= attemptsMax) return "no_more_attempts";
  if (!(await readSetting(db, session.account_id, reviewSettings)).byTwo) return "decided";
  const people = await peopleBehind(db, by);
  // The people behind this key are unknown, so the other reviewer could be one of them.
  if (people.length === 0) return "needs_another";
  const pending = pendingOf(session);
  if (pending?.decision !== decision) return "pending";
  return (await isAnother(db, pending, { kind: by.kind, people })) ? "decided" : "needs_another";
}

/** Locks the session: of concurrent reviewers each waits here for the previous one, and reads the state it left. */
const holdForReview = (db: Kysely<Schema>, id: string): Promise<SessionRow | undefined> =>
  db
    .updateTable("verification_sessions")
    .set((e) => ({ version: e("version", "+", 1) }))
    .where("id", "=", id)
    .where("status", "=", "needs_review")
    .returningAll()
    .executeTakeFirst();

/**
 * The people behind a reviewer. A key acts for those who have seen it: who created or rotated it, or a key it derives from. A key made on the command
 * line acts for nobody known.
 */
async function peopleBehind(
  db: Kysely<Schema>,
  { kind, id }: Pick<Reviewer, "kind" | "id">,
): Promise<readonly string[]> {
  if (kind === "person") return [id];
  const key = await db.selectFrom("api_keys").selectAll().where("id", "=", id).executeTakeFirst();
  return key ? actsFor(db, key) : [];
}

/** Whether the second decision is another's: at least one of the two reviewers is a person, and nobody is behind both. */
async function isAnother(
  db: Kysely<Schema>,
  first: PendingReview,
  by: Pick<Reviewer, "kind"> & { readonly people: readonly string[] },
): Promise<boolean> {
  if (first.by === "key" && by.kind === "key") return false;
  const before = first.people ?? (await peopleBehind(db, { kind: first.by, id: first.id }));
  return before.length > 0 && !before.some((person) => by.people.includes(person));
}

/** Stores the first of two decisions. A different decision replaces a pending one. */
async function propose(
  db: Kysely<Schema>,
  { id, account_id }: SessionRow,
  review: Review,
  by: Reviewer & { readonly people: readonly string[] },
  nowMs: number,
): Promise<Reviewed> {
  const pending: PendingReview = { ...review, by: by.kind, id: by.id, people: by.people, atMs: nowMs };
  const session = await db
    .updateTable("verification_sessions")
    .set({ review_pending: JSON.stringify(pending) })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await note(db, id, "review_pending", nowMs, { ...review, ...whoIs(by) });
  await writeAudit(db, nowMs, by.actor, "verification_review_proposed", account_id, id);
  return { outcome: "pending", session };
}

/** The reviewer for the timeline, which only the team reads. */
export const whoIs = ({ kind, id }: Pick<Reviewer, "kind" | "id">) =>
  kind === "person" ? { by: kind, person: id } : { by: kind };

const audited = {
  approve: "verification_approved",
  reject: "verification_rejected",
  retry: "verification_retried",
} as const satisfies Readonly<Record<ReviewDecision, AuditAction>>;

async function decide(
  deps: SessionDeps,
  db: Kysely<Schema>,
  session: SessionRow,
  { decision, reason }: Review,
  by: Reviewer,
  nowMs: number,
): Promise<SessionRow> {
  const { id, account_id } = session;
  await writeAudit(db, nowMs, by.actor, audited[decision], account_id, id);
  if (decision === "retry") {
    const open = await openAgain(db, session, nowMs);
    const event = await emitSessionEvent(deps, db, open, "session.reviewed", nowMs);
    await note(db, id, "reviewed", nowMs, { decision, reason, ...whoIs(by), event });
    return open;
  }
  const status = decision === "approve" ? "verified" : "failed";
  const event = await emitSessionEvent(deps, db, { ...session, status }, "session.reviewed", nowMs);
  await note(db, id, "reviewed", nowMs, { decision, reason, ...whoIs(by), event });
  const attempted = JSON.parse(session.result ?? "{}") as SessionResult;
  const result = { ...attempted, reviewed_by: by.kind, review_reason: reason };
  // A millisecond later, since events are sorted by time: the review comes first, then its result.
  const ended = await endSession(deps, db, id, { status, result }, nowMs + 1);
  if (!ended) throw new Error("a session that is held for a review has ended");
  return ended;
}

/** Reopens the session for one more attempt: the person must consent again. */
async function openAgain(
  db: Kysely<Schema>,
  { id, attempts, expires_at_ms }: SessionRow,
  nowMs: number,
): Promise<SessionRow> {
  // The next attempt makes a new case: the assignment and a decision that can still be undone belong to this one.
  await db.deleteFrom("review_cases").where("session_id", "=", id).execute();
  return db
    .updateTable("verification_sessions")
    .set({
      status: "open",
      attempts_allowed: attempts + 1,
      result: null,
      review_pending: null,
      device: null,
      consent_version: null,
      consent: null,
      expires_at_ms: Math.max(expires_at_ms, nowMs + reopenedMs),
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
