import type { Kysely } from "kysely";
import { z } from "zod";
import { isReviewer } from "../../../accounts/people/teams/members.ts";
import type { Schema } from "@selfsame/platform/store/schema";
import { note } from "../reports/timeline.ts";
import { findSession, type SessionDeps, type SessionRow } from "../session.ts";
import { type Review, type Reviewer, reviewSchema, whoIs } from "./review-session.ts";

/** The most notes for one session. */
const notesMax = 50;

/** A note has the format of a review reason. */
export const noteSchema = z.strictObject({ text: reviewSchema.shape.reason });

/** A decision that can still be undone. */
export const heldSchema = reviewSchema.extend({ address: z.string().nullable() });

export interface ReviewCase {
  readonly assignedTo: string | null;
  readonly held: (Review & { readonly person: string; readonly dueAtMs: number }) | null;
}

/** Review cases by session id. A session that no reviewer has worked on has none. */
export async function casesOf(db: Kysely<Schema>, ids: readonly string[]): Promise<ReadonlyMap<string, ReviewCase>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("review_cases").selectAll().where("session_id", "in", ids).execute();
  return new Map(
    rows.map(({ session_id, assigned_to, decision, decided_by, due_at_ms }) => {
      const isHeld = decision !== null && decided_by !== null && due_at_ms !== null;
      const held = isHeld
        ? { ...heldSchema.parse(JSON.parse(decision)), person: decided_by, dueAtMs: due_at_ms }
        : null;
      return [session_id, { assignedTo: assigned_to, held }];
    }),
  );
}

export type Changed = { readonly outcome: "changed"; readonly session: SessionRow } | { readonly outcome: Unchanged };
type Unchanged = "not_found" | "not_in_review" | "no_such_reviewer" | "too_many_notes";

/** Assigns the case to a reviewer of the team, or to nobody. */
export function assignCase(
  { store: { db }, now }: SessionDeps,
  accountId: string,
  id: string,
  to: string | null,
  by: Pick<Reviewer, "kind" | "id">,
): Promise<Changed> {
  return db.transaction().execute(async (transaction): Promise<Changed> => {
    const session = await findSession(transaction, accountId, id);
    if (!session) return { outcome: "not_found" };
    if (session.status !== "needs_review") return { outcome: "not_in_review" };
    if (to !== null && !(await isReviewer(transaction, accountId, to))) return { outcome: "no_such_reviewer" };
    await transaction
      .insertInto("review_cases")
      .values({ session_id: id, assigned_to: to })
      .onConflict((conflict) => conflict.column("session_id").doUpdateSet({ assigned_to: to }))
      .execute();
    await note(transaction, id, "assigned", now(), { to, ...whoIs(by) });
    return { outcome: "changed", session };
  });
}

/** Adds a reviewer's note. It is stored with the session, and only the team reads it. */
export function addNote(
  { store: { db }, now }: SessionDeps,
  accountId: string,
  id: string,
  text: string,
  by: Pick<Reviewer, "kind" | "id">,
): Promise<Changed> {
  return db.transaction().execute(async (transaction): Promise<Changed> => {
    const session = await findSession(transaction, accountId, id);
    if (!session) return { outcome: "not_found" };
    const { count } = await transaction
      .selectFrom("session_timeline")
      .select(({ fn }) => fn.countAll<number | string>().as("count"))
      .where("session_id", "=", id)
      .where("kind", "=", "note")
      .executeTakeFirstOrThrow();
    if (Number(count) >= notesMax) return { outcome: "too_many_notes" };
    await note(transaction, id, "note", now(), { text, ...whoIs(by) });
    return { outcome: "changed", session };
  });
}

/** The count stops here; higher ones are reported as "100 or more". */
const waitingMax = 100;

export interface Waiting {
  /** At most 100. */
  readonly waiting: number;
  readonly mine: number;
  /** When the oldest waiting session was created, in epoch milliseconds; null if none waits. */
  readonly oldestMs: number | null;
}

/** Counts the sessions that wait for a review. @param person the reviewer whose cases `mine` counts */
export async function countWaiting(
  db: Kysely<Schema>,
  accountId: string,
  test: boolean,
  person: string | null,
): Promise<Waiting> {
  const rows = await db
    .selectFrom("verification_sessions as session")
    .leftJoin("review_cases as case", "case.session_id", "session.id")
    .select(["session.created_at_ms", "case.assigned_to"])
    .where("session.account_id", "=", accountId)
    .where("session.test", "=", Number(test))
    .where("session.status", "=", "needs_review")
    .orderBy("session.created_at_ms")
    .orderBy("session.id")
    .limit(waitingMax)
    .execute();
  return {
    waiting: rows.length,
    mine: rows.filter(({ assigned_to }) => person !== null && assigned_to === person).length,
    oldestMs: rows[0]?.created_at_ms ?? null,
  };
}
