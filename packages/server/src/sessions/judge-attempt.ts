import type { QualityIssue } from "@selfsame/face/face";
import type { Challenges, Verdict } from "../challenge/challenges.ts";
import type { Engine, Look, PhotoAnalysis, PhotoRefused } from "../engine/engine.ts";
import { compareFaces } from "../verify/compare-faces.ts";
import type { Comparison } from "../verify/comparison.ts";
import type { FramesFace } from "../verify/frames-face.ts";
import type { Reference } from "../verify/references.ts";
import type { FailReason, SessionResult, SessionRow } from "./session.ts";

/** What the person can mend. */
export const mendable = ["light", "distance", "several_faces", "no_face", "movement", "blurry"] as const;
export type Mendable = (typeof mendable)[number];

export interface JudgeDeps {
  readonly engine: Pick<Engine, "analyze">;
  readonly comparison: Comparison;
  readonly challenges: Pick<Challenges, "perform">;
}

export interface AttemptPhotos {
  readonly selfie: Uint8Array;
  /** One a step; none without a challenge. */
  readonly frames: readonly Uint8Array[];
}

export type Judged =
  | { readonly outcome: "judged"; readonly result: SessionResult; readonly because: Mendable | null }
  /** A photo that cannot be looked at: no attempt. */
  | { readonly outcome: "refused"; readonly reason: PhotoRefused["outcome"]; readonly photo: "selfie" | number }
  /** Nor is a frame too many or too few. */
  | { readonly outcome: "frames_wanted"; readonly sent: number; readonly count: number }
  | { readonly outcome: "no_challenge"; readonly why: "not_found" | "expired" | "completed" | "used_up" };

type NoChallenge = Extract<Judged, { readonly outcome: "no_challenge" }>["why"];

interface Seen {
  readonly selfie: Float32Array;
  readonly frames: FramesFace | undefined;
  readonly faces: number;
  readonly issues: readonly QualityIssue[];
}

/**
 * Judges what the page sent: the challenge, where one is required, and the reference, where there is one. Nothing of it is kept.
 *
 * @param allowSeveralFaces whether others may be in the selfie
 * @throws EngineUnavailable
 */
export async function judgeAttempt(
  deps: JudgeDeps,
  session: SessionRow,
  reference: Reference | undefined,
  photos: AttemptPhotos,
  { allowSeveralFaces, ...look }: Look & { readonly allowSeveralFaces: boolean },
): Promise<Judged> {
  const threshold = session.threshold ?? deps.comparison.threshold;
  const judged = (reasons: readonly FailReason[], because: Mendable | null, more: Partial<SessionResult> = {}) => {
    const nothing = { match: null, similarity: null, false_match_rate: null, challenge: null } as const;
    const model = deps.comparison.model;
    return { outcome: "judged", result: { ...nothing, threshold, reasons, model, ...more }, because } as const;
  };

  const seen =
    session.challenge === "required"
      ? await seePerformance(deps, session, photos, look)
      : await seeSelfie(deps, session, photos.selfie, look);
  const challenge = session.challenge === "required" ? "passed" : null;
  switch (seen.outcome) {
    case "refused":
    case "frames_wanted":
    case "no_challenge":
      return seen;
    case "no_face":
      return judged(["no_face"], "no_face", { challenge: challenge && "failed" });
    case "challenge_failed":
      return judged(["challenge_failed"], seen.because, { challenge: "failed" });
    case "seen":
  }
  const { selfie, frames, faces, issues } = seen;
  if (faces > 1 && !allowSeveralFaces) return judged(["several_faces"], "several_faces", { challenge });
  if (!reference) return judged([], null, { challenge });
  const { match, similarity } = compareFaces(deps.comparison, { reference, selfie, frames }, threshold);
  if (match) {
    const rate = Number(deps.comparison.falseMatchRate(similarity).toPrecision(3));
    return judged([], null, { match, similarity, false_match_rate: rate, challenge });
  }
  const because = mendableOf(issues);
  return judged(because ? ["no_match", "poor_quality"] : ["no_match"], because, { match, challenge });
}

type See =
  | ({ readonly outcome: "seen" } & Seen)
  | { readonly outcome: "no_face" }
  | { readonly outcome: "challenge_failed"; readonly because: Mendable | null }
  | Exclude<Judged, { readonly outcome: "judged" }>;

async function seeSelfie({ engine }: JudgeDeps, row: SessionRow, photo: Uint8Array, look: Look): Promise<See> {
  const result = await engine.analyze(
    photo,
    { embedding: true, quality: "main" },
    { ...look, accountId: row.account_id },
  );
  if (result.outcome !== "analyzed") return { outcome: "refused", reason: result.outcome, photo: "selfie" };
  const { embedding, faces } = result;
  if (!embedding) return { outcome: "no_face" };
  return { outcome: "seen", selfie: embedding, frames: undefined, faces: faces.length, issues: issuesOf(result) };
}

const issuesOf = ({ faces: [main] }: PhotoAnalysis): readonly QualityIssue[] => main?.quality?.issues ?? [];

async function seePerformance(
  { challenges }: JudgeDeps,
  { account_id, challenge_id }: SessionRow,
  { selfie, frames }: AttemptPhotos,
  look: Look,
): Promise<See> {
  const verdict: Verdict = await challenges.perform(account_id, challenge_id ?? "", { selfie, frames }, look);
  switch (verdict.outcome) {
    case "passed": {
      const { embedding, face, faces } = verdict;
      return { outcome: "seen", selfie: embedding, frames: face, faces, issues: [] };
    }
    case "no_face":
      return { outcome: "no_face" };
    case "refused":
      return { outcome: "refused", reason: verdict.reason, photo: verdict.frame };
    case "frames_wanted":
      return { outcome: "frames_wanted", sent: frames.length, count: verdict.count };
    case "failed": {
      const { reason } = verdict.doubt;
      // The other doubts are what an attacker would like to know.
      const told = reason === "not_neutral" || reason === "step_not_seen";
      return { outcome: "challenge_failed", because: told ? "movement" : null };
    }
    case "not_found":
    case "expired":
    case "completed":
    case "used_up": {
      const why: NoChallenge = verdict.outcome;
      return { outcome: "no_challenge", why };
    }
  }
}

const mends: Partial<Record<QualityIssue, Mendable>> = {
  too_dark: "light",
  too_bright: "light",
  too_small: "distance",
  cut_off: "distance",
  blurred: "blurry",
};

const mendableOf = (issues: readonly QualityIssue[]): Mendable | null =>
  issues.flatMap((issue) => mends[issue] ?? [])[0] ?? null;
