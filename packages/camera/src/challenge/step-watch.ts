import { depthSteps, type Gesture, isDone, isFacing, shareDone, type Step } from "@selfsame/face/assess/gestures";
import { hasSecondFace } from "../guide/guidance.ts";
import type { Sighting } from "../capture/sighting.ts";

/** How much more than the server asks for: it measures the frame anew, and a little differently. */
const effort: Readonly<Record<Step, number>> = {
  turn_left: 1.2,
  turn_right: 1.2,
  look_up: 1.2,
  blink: 1.1,
  smile: 1.1,
  move_closer: 1.2,
};
/** Degrees. Past these the server does not compare any more. */
const furthestTurn = 42;
const furthestUp = 30;

/** Nobody reads a step in less: what is seen before is left over from the last one. */
const readMs = 600;
/** How long the person stays: a frame of a movement is blurred. Eyes need not stay closed. */
const stayMs = 220;
/** A face is lost for a moment when it turns: only then is it missing. */
const missingMs = 700;

/** Who has tried for so long is told what is missing. */
const stuckAfterMs = 10_000;
/** From which share of a step on it is under way. */
const underWay = 0.5;

/** What is in the way of the step. */
type Problem = "no_face" | "several_faces" | "too_far_turned";
/** What the step lacks. */
type Advice = "further" | "other_way" | "head_still" | "not_seen";
export type StepHint = Problem | Advice;

export interface Progress {
  /** From which frame on the step is seen, once it has been for long enough. */
  readonly doneFrom?: number;
  /** What is in the way, or missing. */
  readonly hint?: StepHint | undefined;
}

/** Tells from one frame after the other whether a step is done. */
export function watchStep(step: Step, neutral: Gesture, startedMs: number) {
  let since: { readonly frame: number; readonly atMs: number } | undefined;
  let hint: { readonly is: StepHint; readonly atMs: number } | undefined;

  return function see(sighting: Sighting, nowMs: number): Progress {
    const now = sighting.face?.gesture;
    const problem = problemOf(step, neutral, sighting);
    const done = now !== undefined && !problem && isDone(step, neutral, now, effort[step]);
    const say = done || !now ? problem : (problem ?? adviceOn(step, neutral, now, nowMs - startedMs));
    if (hint?.is !== say) hint = say && { is: say, atMs: nowMs };
    if (nowMs - startedMs < readMs || !done) {
      since = undefined;
      return hint && nowMs - hint.atMs >= missingMs ? { hint: hint.is } : {};
    }
    since ??= { frame: sighting.frame, atMs: nowMs };
    const stayed = step === "blink" || nowMs - since.atMs >= stayMs;
    return stayed ? { doneFrom: since.frame } : {};
  };
}

function adviceOn(step: Step, neutral: Gesture, now: Gesture, triedMs: number): Advice | undefined {
  const share = shareDone(step, neutral, now);
  const turns = (depthSteps as readonly Step[]).includes(step);
  if (turns && share <= -underWay) return "other_way";
  if (!turns && !isFacing(neutral, now)) return "head_still";
  if (share >= underWay) return "further";
  return triedMs >= stuckAfterMs ? "not_seen" : undefined;
}

function problemOf(step: Step, neutral: Gesture, sighting: Sighting): Problem | undefined {
  const { face } = sighting;
  if (!face) return "no_face";
  if (hasSecondFace(sighting, face)) return "several_faces";
  const { yaw, pitch } = face.gesture;
  if (step === "turn_left" && yaw > furthestTurn) return "too_far_turned";
  if (step === "turn_right" && -yaw > furthestTurn) return "too_far_turned";
  if (step === "look_up" && pitch - neutral.pitch > furthestUp) return "too_far_turned";
  return undefined;
}
