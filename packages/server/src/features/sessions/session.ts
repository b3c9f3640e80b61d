import type { Kysely, Selectable } from "kysely";
import type { DocumentFormat, DocumentType } from "../../documents/document.ts";
import type { ChallengeDetails } from "../../liveness/challenge/challenge-mode.ts";
import type { LightResult } from "../../liveness/challenge/light/judge-light.ts";
import { isoOf } from "@selfsame/platform/iso-time";
import type { Events } from "@selfsame/platform/events/events";
import type { Queue } from "@selfsame/platform/queue/queue";
import type { Receipts } from "../receipts/receipt.ts";
import type { Seal } from "@selfsame/platform/secrets/seal";
import { type PassiveLiveness, passiveReasons } from "@selfsame/photo/verify/passive-liveness";
import { challengeUse } from "./attempts/passive-first.ts";
import { beginsWith } from "@selfsame/platform/store/queries/begins-with";
import { ofBothKinds } from "@selfsame/platform/store/queries/both-kinds";
import { type Page, type Place, newestFirst } from "@selfsame/platform/store/queries/pagination";
import type { Schema, VerificationSessionsTable } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";

export interface SessionDeps {
  readonly store: Store;
  readonly events: Events;
  readonly queue: Queue;
  readonly seal: Seal;
  readonly receipts: Receipts;
  readonly now: () => number;
}

export type SessionRow = Selectable<VerificationSessionsTable>;
type SessionStatus = SessionRow["status"];
export const sessionStatuses = [
  "open",
  "started",
  "captured",
  "needs_review",
  "verified",
  "failed",
  "expired",
  "cancelled",
] as const;

/** Why an attempt did not pass. */
export const failReasons = [
  "no_match",
  "no_face",
  "poor_quality",
  "challenge_failed",
  "several_faces",
  ...passiveReasons,
] as const;
export type FailReason = (typeof failReasons)[number];

/** The verdict, for the caller's backend. Never for the browser. */
export interface SessionResult {
  /** Null where there was no reference, or no face to compare with it. */
  readonly match: boolean | null;
  /** Null below the threshold. */
  readonly similarity: number | null;
  readonly threshold: number;
  readonly false_match_rate: number | null;
  readonly challenge: "passed" | "failed" | null;
  /** How the challenge was performed; null if there was none, or its frames were not judged. */
  readonly challenge_details: ChallengeDetails | null;
  /** The result of the screen color check; null if there was none. */
  readonly light: LightResult | null;
  /** Passive liveness of the selfie; null if it was not checked. */
  readonly passive_liveness: PassiveLiveness | null;
  readonly reasons: readonly FailReason[];
  readonly model: string;
  /** Who decided the session instead of the attempts; null without a review. */
  readonly reviewed_by: ReviewerKind | null;
  readonly review_reason: string | null;
}

export const reviewerKinds = ["person", "key"] as const;
export type ReviewerKind = (typeof reviewerKinds)[number];

/** How many times and for how many minutes after its capture a session without a reference may be compared. */
export interface CompareLater {
  readonly limit: number;
  readonly minutes: number;
}

/** Whether the person can do nothing more: the session has ended, or waits for a comparison or a review. */
export const isOver = ({ status }: Pick<SessionRow, "status">): boolean => status !== "open" && status !== "started";

/** @param test whether a test or a live key requests it; each kind has its own sessions @returns undefined also for another account's session */
export function findSession(
  db: Kysely<Schema>,
  accountId: string,
  id: string,
  test?: boolean,
): Promise<SessionRow | undefined> {
  return db
    .selectFrom("verification_sessions")
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .$if(test !== undefined, (query) => query.where("test", "=", Number(test)))
    .executeTakeFirst();
}

export interface SessionFilter {
  readonly status?: SessionStatus | undefined;
  readonly externalId?: string | undefined;
  /** A prefix of the external id, or the whole session id. */
  readonly text?: string | undefined;
  readonly keyId?: string | undefined;
  readonly createdAfterMs?: number | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly test?: boolean | undefined;
}

/** Selects sessions of the account, without an order. */
export function selectSessions(
  db: Kysely<Schema>,
  accountId: string,
  { status, externalId, text, keyId, createdAfterMs, fromMs, toMs, test }: SessionFilter,
) {
  return (
    db
      .selectFrom("verification_sessions")
      .selectAll()
      .where("account_id", "=", accountId)
      .$if(status !== undefined, (query) => query.where("status", "=", status as SessionStatus))
      .$if(externalId !== undefined, (query) => query.where("external_id", "=", externalId ?? ""))
      .$if(text !== undefined, (query) =>
        query.where((where) => where.or([where("id", "=", text ?? ""), beginsWith(db, "external_id", text ?? "")])),
      )
      .$if(keyId !== undefined, (query) => query.where("key_id", "=", keyId ?? ""))
      .$if(createdAfterMs !== undefined, (query) => query.where("created_at_ms", ">", createdAfterMs ?? 0))
      .$if(fromMs !== undefined, (query) => query.where("created_at_ms", ">=", fromMs ?? 0))
      .$if(toMs !== undefined, (query) => query.where("created_at_ms", "<", toMs ?? 0))
      .$if(test !== undefined, (query) => query.where("test", "=", Number(test)))
      // Queries that use another index are sorted afterwards.
      .$if((test ?? externalId ?? text) === undefined, (query) => query.where(ofBothKinds))
  );
}

/** Lists sessions, newest first. */
export function listSessions(
  db: Kysely<Schema>,
  accountId: string,
  { limit, after, ...filter }: SessionFilter & { readonly limit: number; readonly after?: Place | undefined },
): Promise<Page<SessionRow>> {
  return newestFirst(selectSessions(db, accountId, filter), { limit, after });
}

/** What responses report of the reference's document: nothing about its holder. */
interface DocumentData {
  readonly format: DocumentFormat;
  readonly type: DocumentType | null;
  readonly issuer: string | null;
  readonly country: string | null;
  readonly signed: boolean;
  readonly valid_until: string | null;
  readonly portrait_quality: number;
  readonly status?: { readonly result: string; readonly issued_at: string | null; readonly fetched_at: string | null };
}

/** What a session's own row says of it. */
export function sessionData(row: SessionRow) {
  const { id, status, external_id, attempts, attempts_allowed, consent_version, started_at_ms } = row;
  return {
    id,
    status,
    test: row.test === 1,
    external_id,
    key_id: row.key_id,
    metadata: JSON.parse(row.metadata) as Record<string, string>,
    challenge: challengeUse(row),
    has_reference: row.has_reference === 1,
    attempts,
    attempts_allowed,
    wallet: row.wallet === 1,
    document: row.document === null ? null : (JSON.parse(row.document) as DocumentData),
    compare_limit: row.compare_limit,
    compare_within: row.compare_minutes,
    comparisons: row.comparisons,
    oidc: row.oidc_client === null || row.oidc_sub === null ? null : { client: row.oidc_client, sub: row.oidc_sub },
    passive_liveness: row.passive_liveness !== "off",
    allow_unsure: row.passive_liveness === "allow_unsure",
    review: row.review === 1,
    review_pending: pendingData(row),
    result: row.result === null ? null : resultOf(row.result),
    receipt: row.receipt,
    evidence: row.evidence,
    links: row.link,
    repeat_needs: repeatNeeds(row),
    consent:
      consent_version === null || started_at_ms === null
        ? null
        : { version: consent_version, at: new Date(started_at_ms).toISOString() },
    created_at: new Date(row.created_at_ms).toISOString(),
    opened_at: isoOf(row.opened_at_ms),
    declined_at: isoOf(row.declined_at_ms),
    captured_at: isoOf(row.captured_at_ms),
    ended_at: isoOf(row.ended_at_ms),
    expires_at: new Date(row.expires_at_ms).toISOString(),
  };
}

export const repeatNeedsOf = ["reference", "document"] as const;
type RepeatNeeds = (typeof repeatNeedsOf)[number];

/**
 * What another session for the same person needs: the photo, since its embedding was deleted when the session ended; or the document, which may have
 * had to be signed.
 */
export function repeatNeeds({ document, has_reference, wallet, test }: SessionRow): RepeatNeeds | null {
  if (wallet === 1 || test === 1) return null;
  if (document !== null) return "document";
  return has_reference === 1 ? "reference" : null;
}

/** Reads a stored result. Results older than the passive check and the review lack their fields. */
function resultOf(json: string): SessionResult {
  const { reasons, model, reviewed_by, review_reason, ...result } = JSON.parse(json) as SessionResult;
  return {
    ...result,
    challenge_details: result.challenge_details ?? null,
    light: result.light ?? null,
    passive_liveness: result.passive_liveness ?? null,
    reasons,
    model,
    reviewed_by: reviewed_by ?? null,
    review_reason: review_reason ?? null,
  };
}

/** The least time that a person has after a new link or another attempt. */
export const reopenedMs = 24 * 3600_000;

/** A decision that waits for a second one. `id`: of the person or of the key. */
export interface PendingReview {
  readonly decision: ReviewDecision;
  readonly reason: string;
  readonly by: ReviewerKind;
  readonly id: string;
  /** The people behind the decision: the person, or those a key acts for. Absent in decisions of an earlier version, which did not record them. */
  readonly people?: readonly string[];
  readonly atMs: number;
}

export const reviewDecisions = ["approve", "reject", "retry"] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

export const pendingOf = ({ review_pending }: Pick<SessionRow, "review_pending">): PendingReview | null =>
  review_pending === null ? null : (JSON.parse(review_pending) as PendingReview);

function pendingData(row: SessionRow) {
  const pending = pendingOf(row);
  if (!pending) return null;
  // Earlier versions noted the person who decided, or the key, as the id alone.
  const { decision, reason, by, id, people = by === "person" ? [id] : [], atMs } = pending;
  return { decision, reason, by, people, at: new Date(atMs).toISOString() };
}
