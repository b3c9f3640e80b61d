import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { compareFaces, type Mismatch } from "@selfsame/photo/verify/compare-faces";
import { type Comparison, comparisonOf } from "@selfsame/photo/verify/comparison";
import type { Reference } from "@selfsame/photo/verify/references";
import type { ReceivedPhoto } from "../../receipts/receipt.ts";
import { addEvidence } from "../evidence/evidence.ts";
import type { SealedPhoto } from "../evidence/seal-photo.ts";
import { addPhotos } from "../sent-photos.ts";
import { type Capture, openCapture } from "./capture.ts";
import { endSession } from "../end-session.ts";
import { failSession } from "../attempts/fail-session.ts";
import { linkSecret } from "../link.ts";
import type { SessionDeps, SessionResult, SessionRow } from "../session.ts";
import { note } from "../reports/timeline.ts";

export interface CompareDeps extends SessionDeps {
  readonly comparison: Comparison;
}

/** The result of a comparison; in a test session, a chosen one. */
export interface CaptureSimilarity {
  readonly match: boolean;
  readonly reasons: readonly Mismatch[];
  readonly similarity: number;
}

/**
 * Compares the capture of a session with a reference.
 * @returns undefined if the comparison is impossible, because the capture's model is unknown now or the server's key was changed; the session is then
 * cancelled
 */
export async function compareCapture(
  deps: CompareDeps,
  session: SessionRow,
  reference: Reference,
  threshold: number,
): Promise<CaptureSimilarity | undefined> {
  const { store, now } = deps;
  const comparison = comparisonOf(deps.comparison, session.model);
  const capture = openedCapture(deps, session);
  if (capture && comparison) return compareFaces(comparison, { reference, ...capture }, threshold);
  const end = { status: "cancelled", because: { why: comparison ? "key_changed" : "model_changed" } } as const;
  await store.db.transaction().execute((db) => endSession(deps, db, session.id, end, now()));
  return undefined;
}

function openedCapture({ seal }: CompareDeps, { id, link, capture, model }: SessionRow): Capture | undefined {
  if (capture === null) return undefined;
  return openCapture(seal, linkSecret(seal, { id, link }), model, capture);
}

export interface SentReference {
  /** For the receipt. */
  readonly photos: readonly ReceivedPhoto[];
  /** The same photos, sealed to the account's key where it has one. */
  readonly evidence: readonly SealedPhoto[];
}

/**
 * Counts a comparison in the transaction that stores its result, and ends the session at a match or at the last comparison. Of concurrent
 * comparisons, no more count than are left.
 *
 * @param also done in the same transaction
 * @returns undefined if none is left, or the session has ended
 */
export function settleComparison(
  deps: CompareDeps,
  { id }: SessionRow,
  likeness: CaptureSimilarity,
  threshold: number,
  { photos, evidence }: SentReference,
  also: (db: Kysely<Schema>, now: SessionRow) => Promise<void>,
): Promise<SessionRow | undefined> {
  return deps.store.db.transaction().execute(async (db) => {
    const nowMs = deps.now();
    const counted = await db
      .updateTable("verification_sessions")
      .set((e) => ({ comparisons: e("comparisons", "+", 1), version: e("version", "+", 1) }))
      .where("id", "=", id)
      .where("status", "=", "captured")
      .whereRef("comparisons", "<", "compare_limit")
      .where("expires_at_ms", ">", nowMs)
      .returningAll()
      .executeTakeFirst();
    if (!counted) return undefined;
    await addPhotos(db, counted, photos);
    counted.evidence = (await addEvidence(db, counted, evidence, nowMs)) ?? counted.evidence;
    const { comparisons, compare_limit } = counted;
    const { match } = likeness;
    const result = resultOf(deps.comparison, counted, likeness, threshold);
    await note(db, id, "comparison", nowMs, { number: comparisons, passed: match, reasons: result.reasons });
    const end = { result, because: { reasons: result.reasons } };
    const now = match
      ? await endSession(deps, db, id, { status: "verified", ...end }, nowMs)
      : comparisons === compare_limit
        ? await failSession(deps, db, counted, end, nowMs)
        : counted;
    if (now) await also(db, now);
    return now;
  });
}

function resultOf(
  comparison: Comparison,
  { result, model }: SessionRow,
  { match, similarity }: CaptureSimilarity,
  threshold: number,
): SessionResult {
  if (result === null) throw new Error("a session was captured without a result");
  return {
    ...(JSON.parse(result) as SessionResult),
    match,
    similarity: match ? similarity : null,
    threshold,
    false_match_rate: match ? Number(comparison.falseMatchRate(similarity).toPrecision(3)) : null,
    reasons: match ? [] : ["no_match"],
    model,
  };
}
