import type { Kysely } from "kysely";
import { nameKeys } from "../../../../accounts/keys/keys.ts";
import { casesOf, type ReviewCase } from "../../../../features/sessions/reviews/review-case.ts";
import { findSession, sessionData, type SessionRow } from "../../../../features/sessions/session.ts";
import { isoOf } from "@selfsame/platform/iso-time";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Context } from "../../endpoint.ts";

/** The kind of sessions that the caller sees, for queries: live ones, test ones, or both. */
export const kindSeen = ({ caller: { test }, sees }: Pick<Context, "caller" | "sees">): boolean | undefined =>
  sees(!test) ? undefined : test;

/** The session that the path names, if the caller sees it. */
export const findSeen = (db: Kysely<Schema>, context: Context): Promise<SessionRow | undefined> =>
  findSession(db, context.caller.accountId, context.params["id"] ?? "", kindSeen(context));

/** Sessions as in responses. */
export async function sessionAnswers(db: Kysely<Schema>, rows: readonly SessionRow[]) {
  const names = await nameKeys(
    db,
    rows.flatMap(({ key_id }) => key_id ?? []),
  );
  const waiting = rows.flatMap(({ id, status }) => (status === "needs_review" ? [id] : []));
  const cases = await casesOf(db, waiting);
  return rows.map((row) => ({
    ...sessionData(row),
    key_name: names[row.key_id ?? ""]?.name ?? null,
    ...caseData(cases.get(row.id)),
  }));
}

export async function sessionAnswer(db: Kysely<Schema>, row: SessionRow) {
  const [answer] = await sessionAnswers(db, [row]);
  return answer as NonNullable<typeof answer>;
}

/** A session of a stored response. If an earlier version stored it, fields that it lacks have their present values. */
export const sessionAgain = async <Stored extends object>(
  db: Kysely<Schema>,
  found: SessionRow | undefined,
  stored: Stored,
): Promise<Stored> => (found ? { ...(await sessionAnswer(db, found)), ...stored } : stored);

function caseData({ assignedTo = null, held = null }: Partial<ReviewCase> = {}) {
  const { decision, reason, person, dueAtMs } = held ?? {};
  return {
    assignee: assignedTo,
    review_held: held && { decision, reason, person, due_at: isoOf(dueAtMs ?? null) },
  };
}
