import type { QualityIssue } from "@selfsame/face/face";
import type { PerformanceReport, Verdict } from "../../../liveness/challenge/attempts.ts";
import type { Challenges } from "../../../liveness/challenge/challenges.ts";
import type { Doubt, FrameName } from "../../../liveness/challenge/judge.ts";
import type { LightResult } from "../../../liveness/challenge/light/judge-light.ts";
import type { Engine, AnalyzeContext, PhotoAnalysis } from "@selfsame/photo/engine/engine";
import type { PhotoRejected } from "@selfsame/photo/decode/photo-rejected";
import { compareFaces } from "@selfsame/photo/verify/compare-faces";
import type { Comparison } from "@selfsame/photo/verify/comparison";
import type { FramesFace } from "@selfsame/photo/verify/frames-face";
import {
  isSurelyLive,
  type PassiveLiveness,
  passiveLivenessOf,
  passiveReasonsOf,
} from "@selfsame/photo/verify/passive-liveness";
import type { Reference } from "@selfsame/photo/verify/references";
import type { Capture } from "../captures/capture.ts";
import type { FailReason, SessionResult, SessionRow } from "../session.ts";

/** Problems that the person can fix. */
export const fixable = [
  "light",
  "distance",
  "several_faces",
  "no_face",
  "movement",
  "blurry",
  "bright",
  "covered",
] as const;
export type Fixable = (typeof fixable)[number];

export interface JudgeDeps {
  readonly engine: Pick<Engine, "analyze">;
  readonly comparison: Comparison;
  readonly challenges: Pick<Challenges, "perform">;
}

export interface AttemptPhotos {
  readonly selfie: Uint8Array;
  /** One frame for each step; empty without a challenge. */
  readonly frames: readonly Uint8Array[];
}

/** What an attempt showed besides its verdict. Only the account sees it: an attacker would learn from it. */
export interface PhotoReport extends Omit<PerformanceReport, "mode"> {
  /** How the steps were shown; absent without a challenge. */
  readonly mode?: PerformanceReport["mode"];
  /** The check of the live challenge that rejected the attempt. */
  readonly check: Doubt["reason"] | null;
  /** The photo that the check, or the missing face, concerns: the selfie, or the number of a step. */
  readonly photo: FrameName | null;
}

export type Judged =
  | {
      readonly outcome: "judged";
      readonly result: SessionResult;
      readonly because: Fixable | null;
      readonly report: PhotoReport;
      readonly capture?: Capture;
    }
  /** A photo cannot be analyzed. It does not count as an attempt. */
  | { readonly outcome: "refused"; readonly reason: PhotoRejected["outcome"]; readonly photo: "selfie" | number }
  /** The selfie alone is not surely live. It does not count as an attempt; a challenge follows. */
  | { readonly outcome: "challenge_needed" }
  /** The number of frames is wrong. It does not count as an attempt. */
  | { readonly outcome: "frames_wanted"; readonly sent: number; readonly count: number }
  | { readonly outcome: "step_too_early" | "step_too_late" | "out_of_order" }
  | { readonly outcome: "no_challenge"; readonly why: "not_found" | "expired" | "completed" | "used_up" };

type NoChallenge = Extract<Judged, { readonly outcome: "no_challenge" }>["why"];

interface Seen {
  readonly selfie: Float32Array;
  readonly frames: FramesFace | undefined;
  readonly faces: number;
  /** Quality issues that the person is asked to fix. */
  readonly issues: readonly QualityIssue[];
  readonly report: PhotoReport;
  readonly passive: PassiveLiveness | null;
  readonly light: LightResult | null;
}

interface JudgeContext extends AnalyzeContext {
  /** Whether the selfie may show other people. */
  readonly allowSeveralFaces: boolean;
  /** Whether only the selfie is judged; a surely live selfie needs no challenge. */
  readonly passiveTry?: boolean | undefined;
}

/**
 * Judges the photos of an attempt: the challenge, if required, and the comparison with the reference, if there is one. Stores nothing.
 * @throws EngineUnavailable
 */
export async function judgeAttempt(
  deps: JudgeDeps,
  session: SessionRow,
  reference: Reference | undefined,
  photos: AttemptPhotos,
  { allowSeveralFaces, passiveTry = false, ...look }: JudgeContext,
): Promise<Judged> {
  const threshold = session.threshold ?? deps.comparison.threshold;
  const judged = (
    report: PhotoReport,
    reasons: readonly FailReason[],
    because: Fixable | null,
    more: Partial<SessionResult> = {},
  ) => {
    const nothing = {
      match: null,
      similarity: null,
      false_match_rate: null,
      challenge: null,
      challenge_details: null,
      light: null,
      passive_liveness: null,
      reviewed_by: null,
      review_reason: null,
    } as const;
    const { model } = deps.comparison;
    const { mode, steps } = report;
    const details = mode && { challenge_details: { mode, frames: steps.length } };
    return {
      outcome: "judged",
      result: { ...nothing, threshold, reasons, model, ...details, ...more },
      because,
      report,
    } as const;
  };

  const performs = session.challenge === "required" && !passiveTry;
  const seen = performs
    ? await seePerformance(deps, session, photos, look)
    : await seeSelfie(deps, session, photos.selfie, look);
  const challenge = performs ? "passed" : null;
  switch (seen.outcome) {
    case "refused":
    case "frames_wanted":
    case "step_too_early":
    case "step_too_late":
    case "out_of_order":
    case "no_challenge":
    case "challenge_needed":
      return seen;
    case "no_face":
      return judged(seen.report, ["no_face"], "no_face", { challenge: challenge && "failed" });
    case "challenge_failed":
      return judged(seen.report, ["challenge_failed"], seen.because, { challenge: "failed" });
    case "seen":
  }
  const { selfie, frames, faces, issues, passive, light, report } = seen;
  if (passiveTry && !isSurelyLive(passive)) return { outcome: "challenge_needed" };
  const measured = { challenge, light, passive_liveness: passive } as const;
  if (faces > 1 && !allowSeveralFaces) return judged(report, ["several_faces"], "several_faces", measured);
  const passiveReasons = passiveReasonsOf(passive, session.passive_liveness);
  // No hint for passive liveness: an attacker would learn what to change.
  if (!reference) return { ...judged(report, passiveReasons, null, measured), capture: { selfie, frames } };
  const { match, similarity } = compareFaces(deps.comparison, { reference, selfie, frames }, threshold);
  if (match) {
    const rate = Number(deps.comparison.falseMatchRate(similarity).toPrecision(3));
    return judged(report, passiveReasons, null, { match, similarity, false_match_rate: rate, ...measured });
  }
  const because = fixableOf(issues);
  const poor = because ? (["poor_quality"] as const) : [];
  return judged(report, ["no_match", ...poor, ...passiveReasons], because, { match, ...measured });
}

type See =
  | ({ readonly outcome: "seen" } & Seen)
  | { readonly outcome: "no_face"; readonly report: PhotoReport }
  | { readonly outcome: "challenge_failed"; readonly because: Fixable | null; readonly report: PhotoReport }
  | Exclude<Judged, { readonly outcome: "judged" }>;

async function seeSelfie(
  { engine }: JudgeDeps,
  row: SessionRow,
  photo: Uint8Array,
  look: AnalyzeContext,
): Promise<See> {
  const result = await engine.analyze(
    photo,
    {
      embedding: true,
      quality: "main",
      ...((row.passive_liveness !== "off" || row.passive_first !== "off") && { spoof: true }),
    },
    { ...look, accountId: row.account_id },
  );
  if (result.outcome !== "analyzed") return { outcome: "refused", reason: result.outcome, photo: "selfie" };
  const { embedding, faces } = result;
  const issues = issuesOf(result);
  const report = { steps: [], issues, check: null, photo: null };
  if (!embedding) return { outcome: "no_face", report };
  const passive = passiveLivenessOf(result);
  return {
    outcome: "seen",
    selfie: embedding,
    frames: undefined,
    faces: faces.length,
    issues,
    passive,
    light: null,
    report,
  };
}

const issuesOf = ({ faces: [main] }: PhotoAnalysis): readonly QualityIssue[] => main?.quality?.issues ?? [];

async function seePerformance(
  { challenges }: JudgeDeps,
  { account_id, challenge_id, passive_liveness, passive_first }: SessionRow,
  { selfie, frames }: AttemptPhotos,
  look: AnalyzeContext,
): Promise<See> {
  const verdict: Verdict = await challenges.perform(account_id, challenge_id ?? "", { selfie, frames }, look);
  switch (verdict.outcome) {
    case "passed": {
      const { embedding, face, faces, light } = verdict;
      const isAsked = passive_liveness !== "off" || passive_first !== "off";
      const passive = isAsked ? passiveLivenessOf(verdict) : null;
      const report = { ...verdict.report, check: null, photo: null };
      return { outcome: "seen", selfie: embedding, frames: face, faces, issues: [], passive, light, report };
    }
    case "no_face":
      return { outcome: "no_face", report: { ...verdict.report, check: null, photo: verdict.frame } };
    case "refused":
      return { outcome: "refused", reason: verdict.reason, photo: verdict.frame };
    case "frames_wanted":
      return { outcome: "frames_wanted", sent: frames.length, count: verdict.count };
    case "out_of_order":
    case "step_too_early":
    case "step_too_late":
      return verdict;
    case "failed": {
      const { doubt } = verdict;
      const { reason } = doubt;
      const report = { ...verdict.report, check: reason, photo: "frame" in doubt ? doubt.frame : null };
      // Other doubts would help an attacker, so the hint names only what the selfie itself lacks.
      const correctable = reason === "not_neutral" || reason === "step_not_seen";
      if (reason === "light_not_measurable") return { outcome: "challenge_failed", because: "bright", report };
      return { outcome: "challenge_failed", because: correctable ? "movement" : fixableOf(report.issues), report };
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

const mends: Partial<Record<QualityIssue, Fixable>> = {
  too_dark: "light",
  too_bright: "light",
  half_in_shadow: "light",
  too_small: "distance",
  cut_off: "distance",
  blurred: "blurry",
  mouth_covered: "covered",
  eyes_covered: "covered",
};

const fixableOf = (issues: readonly QualityIssue[]): Fixable | null =>
  issues.flatMap((issue) => mends[issue] ?? [])[0] ?? null;
