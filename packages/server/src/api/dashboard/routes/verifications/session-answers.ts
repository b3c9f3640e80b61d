import { challengeUse } from "../../../../features/sessions/attempts/passive-first.ts";
import type { Kysely } from "kysely";
import { nameKeys } from "../../../../accounts/keys/keys.ts";
import type { DeliveredEntry } from "../../../../features/sessions/reports/delivered-timeline.ts";
import { isRepeatable, needsReferenceAgain } from "../../../../features/sessions/repeat-session.ts";
import { namesOf } from "../../../../accounts/people/accounts/users.ts";
import { casesOf, type ReviewCase } from "../../../../features/sessions/reviews/review-case.ts";
import { pendingOf, sessionData, type SessionRow } from "../../../../features/sessions/session.ts";
import type { Schema } from "../../../../platform/store/schema.ts";
import type { Me } from "../../signed-in.ts";

/** Sessions as the dashboard's API returns them, with the names of their keys. */
export function sessionAnswers(db: Kysely<Schema>) {
  const answers = async ({ user }: Me, rows: readonly SessionRow[]) => {
    const names = await nameKeys(
      db,
      rows.flatMap(({ key_id }) => key_id ?? []),
    );
    const waiting = rows.flatMap(({ id, status }) => (status === "needs_review" ? [id] : []));
    const cases = await casesOf(db, waiting);
    const people = await namesOf(
      db,
      [...cases.values()].flatMap(({ assignedTo, held }) => [assignedTo ?? [], held?.person ?? []].flat()),
    );
    return rows.map((row) => ({
      ...sessionAnswer(row, names[row.key_id ?? ""]?.name ?? null, user.id),
      ...caseAnswer(cases.get(row.id), people, user.id),
    }));
  };
  const answer = async (me: Me, row: SessionRow) => {
    const [session] = await answers(me, [row]);
    return session;
  };
  return { answers, answer };
}

function caseAnswer(found: ReviewCase | undefined, people: ReadonlyMap<string, string>, userId: string) {
  const { assignedTo = null, held = null } = found ?? {};
  const whoIs = (person: string) => ({ name: people.get(person) ?? null, mine: person === userId });
  return {
    assignee: assignedTo === null ? null : { id: assignedTo, ...whoIs(assignedTo) },
    held: held && { decision: held.decision, reason: held.reason, dueAtMs: held.dueAtMs, ...whoIs(held.person) },
  };
}

function pendingAnswer(row: SessionRow, userId: string) {
  const pending = pendingOf(row);
  if (!pending) return null;
  const { id, people = [id], ...review } = pending;
  return { ...review, mine: people.includes(userId) };
}

function sessionAnswer(row: SessionRow, keyName: string | null, userId: string) {
  const { metadata, result } = sessionData(row);
  return {
    id: row.id,
    status: row.status,
    test: row.test === 1,
    externalId: row.external_id,
    metadata,
    keyName,
    challenge: challengeUse(row),
    hasReference: row.has_reference === 1,
    attempts: row.attempts,
    attemptsAllowed: row.attempts_allowed,
    compareLimit: row.compare_limit,
    comparisons: row.comparisons,
    reasons: result?.reasons ?? [],
    similarity: result?.similarity ?? null,
    challengeDetails: result?.challenge_details ?? null,
    light: result?.light ?? null,
    consentVersion: row.consent_version,
    evidence: row.evidence,
    review: row.review === 1,
    reviewPending: pendingAnswer(row, userId),
    reviewedBy: result?.reviewed_by ?? null,
    reviewReason: result?.review_reason ?? null,
    links: row.link,
    canRepeat: isRepeatable(row),
    needsReference: needsReferenceAgain(row),
    createdAtMs: row.created_at_ms,
    openedAtMs: row.opened_at_ms,
    startedAtMs: row.started_at_ms,
    endedAtMs: row.ended_at_ms,
    expiresAtMs: row.expires_at_ms,
  };
}

/** Adds the names of team members. */
export async function momentAnswers(db: Kysely<Schema>, timeline: readonly DeliveredEntry[]) {
  const ids = timeline.flatMap(({ data: { person, to } }) => [person, to].filter((id) => typeof id === "string"));
  const names = await namesOf(db, ids);
  const nameOf = (id: unknown) => (typeof id === "string" ? (names.get(id) ?? null) : null);
  return timeline.map((entry) => ({
    ...momentAnswer(entry),
    person: nameOf(entry.data["person"]),
    to: nameOf(entry.data["to"]),
    text: entry.data["text"] ?? null,
  }));
}

function momentAnswer({ kind, atMs, data, deliveries }: DeliveredEntry) {
  const {
    device = null,
    browser = null,
    number = null,
    passed = null,
    reasons = [],
    issues = [],
    steps = [],
    check = null,
    photo = null,
    challenge = null,
    hint = null,
    session = null,
    request = null,
  } = data;
  const { decision = null, reason = null, why = null, by } = data;
  const reviewer = decision === null ? null : by;
  return {
    kind,
    atMs,
    device,
    browser,
    number,
    passed,
    reasons,
    issues,
    steps,
    check,
    photo,
    challenge,
    hint,
    session,
    request,
    decision,
    reason,
    reviewer,
    why,
    deliveries,
  };
}
