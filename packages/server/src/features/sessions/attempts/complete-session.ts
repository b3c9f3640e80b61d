import { addEvidence } from "../evidence/evidence.ts";
import { sealAttempt, type SealedPhoto } from "../evidence/seal-photo.ts";
import type { ChallengeDetails } from "../../../liveness/challenge/challenge-mode.ts";
import type { LightResult } from "../../../liveness/challenge/light/judge-light.ts";
import type { AnalyzeContext } from "@selfsame/photo/engine/engine";
import { captureSession, sealCapture } from "../captures/capture.ts";
import { endSession } from "../end-session.ts";
import { failSession } from "./fail-session.ts";
import type { Reference } from "@selfsame/photo/verify/references";
import {
  type AttemptPhotos,
  type Judged,
  judgeAttempt,
  type JudgeDeps,
  type Fixable,
  type PhotoReport,
} from "./judge-attempt.ts";
import { isRejectedAgain } from "./second-chances.ts";
import { releasePassiveTry, takePassiveTry } from "./passive-first.ts";
import { whenThere } from "@selfsame/platform/store/when-there";
import { type Comparison, comparisonOf, modelFor } from "@selfsame/photo/verify/comparison";
import { type ReceivedPhoto, receivedPhoto } from "../../receipts/receipt.ts";
import { addPhotos } from "../sent-photos.ts";
import { openReference } from "../reference.ts";
import { type SessionDeps, type SessionResult, type SessionRow, isOver } from "../session.ts";
import { type TimelineData, note } from "../reports/timeline.ts";
import { hashDevice } from "../visit/visitor.ts";
import { needsWallet } from "../wallet/wallet-request.ts";

/** The response for the browser, which never contains the verdict; `light` and `details` are for the request log. */
interface AttemptReport {
  readonly outcome: "done" | "try_again" | "not_confirmed" | "in_review";
  readonly because: Fixable | null;
  readonly attemptsLeft: number;
  readonly light: LightResult | null;
  readonly details: ChallengeDetails | null;
}

export type Completed = AttemptReport | { readonly outcome: NotNow } | Exclude<Judged, { readonly outcome: "judged" }>;

export type NotNow = "over" | "not_started" | "elsewhere" | "no_portrait";

/** Returns why this device cannot make an attempt now, judged by the session row alone. */
export function notNow(session: SessionRow, device: string): NotNow | undefined {
  if (isOver(session)) return "over";
  if (session.status === "open") return "not_started";
  if (session.device !== hashDevice(device)) return "elsewhere";
  return needsWallet(session) ? "no_portrait" : undefined;
}

export interface CompleteRequest {
  readonly secret: string;
  readonly device: string;
  readonly photos: AttemptPhotos;
  readonly allowSeveralFaces: boolean;
  /** Whether the selfie was sent without a challenge, which a surely live selfie makes unnecessary. */
  readonly passiveTry?: boolean;
  readonly look: AnalyzeContext;
  /** For the timeline: who made the attempt, and by which request. */
  readonly by?: TimelineData;
}

/**
 * Judges an attempt and stores its result. The attempt counts in the transaction that stores its result, so a node that crashes earlier uses none up.
 * Of several concurrent attempts one counts; the others get the session's current state.
 * @throws EngineUnavailable
 */
export async function completeSession(
  deps: SessionDeps & JudgeDeps,
  session: SessionRow,
  { secret, device, photos, allowSeveralFaces, passiveTry = false, look, by }: CompleteRequest,
): Promise<Completed> {
  const refused = notNow(session, device);
  if (refused) return { outcome: refused };
  const opened = openedReference(deps, session, secret);
  // A session without a reference yet uses the current model; otherwise the reference's model.
  const comparison = opened === undefined ? deps.comparison : comparisonOf(deps.comparison, session.model);
  if (opened === "lost" || comparison === undefined) {
    const end = { status: "cancelled", because: { why: opened === "lost" ? "key_changed" : "model_changed" } } as const;
    await deps.store.db.transaction().execute((db) => endSession(deps, db, session.id, end, deps.now()));
    return { outcome: "over" };
  }
  if (passiveTry && !(await takePassiveTry(deps, session))) return { outcome: "challenge_needed" };
  const sent = session.receipt_photos === null ? [] : await receivedIn(photos);
  const evidence = await sealAttempt(session, photos, deps.now());
  const judged = await judgeOrRelease(comparison);
  if (judged.outcome === "challenge_needed") {
    await note(deps.store.db, session.id, "challenge_needed", deps.now(), by);
  }
  if (judged.outcome !== "judged") return judged;
  const { result, because, report, capture } = judged;
  const sealed =
    capture && session.compare_limit !== null ? sealCapture(deps.seal, secret, comparison.model, capture) : null;
  return settleAttempt(deps, session, { result, because, report, sealed, sent, evidence }, by);

  /** Gives the passive try back after an internal error or a photo that cannot be analyzed. */
  async function judgeOrRelease(own: Comparison): Promise<Judged> {
    try {
      const model = modelFor(deps.comparison, own.model);
      const context = { ...look, model, allowSeveralFaces, passiveTry };
      const reference = opened as Exclude<typeof opened, "lost">;
      const answer = await judgeAttempt({ ...deps, comparison: own }, session, reference, photos, context);
      if (passiveTry && answer.outcome === "refused") await releasePassiveTry(deps, session);
      return answer;
    } catch (error) {
      if (passiveTry) await whenThere(() => releasePassiveTry(deps, session));
      throw error;
    }
  }
}

const receivedIn = ({ selfie, frames }: AttemptPhotos): Promise<readonly ReceivedPhoto[]> =>
  Promise.all([receivedPhoto("selfie", selfie), ...frames.map((frame) => receivedPhoto("frame", frame))]);

/** Opens the sealed reference. "lost": it was sealed under another key or deleted, so nothing can be compared. */
function openedReference(
  { seal }: SessionDeps,
  { has_reference, reference, reference_photos }: SessionRow,
  secret: string,
): Reference | undefined | "lost" {
  if (has_reference === 0) return undefined;
  if (reference === null) return "lost";
  const embedding = openReference(seal, secret, reference);
  return embedding ? { embedding, photos: reference_photos } : "lost";
}

export interface Settled {
  readonly result: SessionResult;
  readonly because: Fixable | null;
  /** Absent in a test session, which measures nothing. */
  readonly report?: PhotoReport;
  /** The sealed capture of a session that is compared later. */
  readonly sealed?: string | null;
  /** Photos that were sent with the attempt. A test session does not read them. */
  readonly sent?: readonly ReceivedPhoto[];
  /** The same photos, sealed to the account's key where it has one. */
  readonly evidence?: readonly SealedPhoto[];
}

/** Stores the result of an attempt, and moves the session on: to another attempt, a review, a capture or its end. */
export function settleAttempt(
  deps: SessionDeps,
  session: SessionRow,
  { result, because, report, sealed = null, sent = [], evidence = [] }: Settled,
  by: TimelineData = {},
): Promise<Completed> {
  const { id, attempts, attempts_allowed, device } = session;
  return deps.store.db.transaction().execute(async (db): Promise<Completed> => {
    const nowMs = deps.now();
    const counted = await db
      .updateTable("verification_sessions")
      .set((e) => ({ attempts: attempts + 1, version: e("version", "+", 1) }))
      .where("id", "=", id)
      .where("status", "=", "started")
      .where("attempts", "=", attempts)
      .where("device", "=", device)
      .where("expires_at_ms", ">", nowMs)
      .returning("id")
      .executeTakeFirst();
    if (!counted) {
      const going = await db
        .selectFrom("verification_sessions")
        .select("id")
        .where("id", "=", id)
        .where("status", "=", "started")
        .where("expires_at_ms", ">", nowMs)
        .executeTakeFirst();
      return { outcome: going ? "elsewhere" : "over" };
    }
    await addPhotos(db, session, sent);
    await addEvidence(db, session, evidence, nowMs);
    const passed = result.reasons.length === 0;
    const attemptsLeft = attempts_allowed - attempts - 1;
    const { reasons, challenge, light, challenge_details: details } = result;
    const what = { number: attempts + 1, passed, reasons, challenge, hint: because, ...report };
    // With review enabled, a second consecutive rejection by one check goes to a reviewer: a third attempt would be rejected, too.
    const isForReview = !passed && session.review === 1 && (await isRejectedAgain(db, id, report?.check));
    await note(db, id, "attempt", nowMs, { ...what, ...by });
    if (!passed && attemptsLeft > 0 && !isForReview)
      return { outcome: "try_again", because, attemptsLeft, light, details };
    const end = { result, because: { reasons } };
    if (!passed) {
      const failed = await failSession(deps, db, session, end, nowMs);
      return {
        outcome: failed?.status === "needs_review" ? "in_review" : "not_confirmed",
        because: null,
        attemptsLeft,
        light,
        details,
      };
    }
    const captured = await captureSession(deps, db, session, { result, sealed }, nowMs);
    if (!captured) await endSession(deps, db, id, { status: "verified", ...end }, nowMs);
    return { outcome: "done", because: null, attemptsLeft, light, details };
  });
}
