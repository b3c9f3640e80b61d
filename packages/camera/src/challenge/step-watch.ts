import { type Gesture, isDone, type Step } from "@selfsame/face/assess/gestures";
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

export type StepHint = "no_face" | "several_faces" | "too_far_turned";

export interface Progress {
  /** From which frame on the step is seen, once it has been for long enough. */
  readonly doneFrom?: number;
  /** What is in the way. */
  readonly hint?: StepHint | undefined;
}

/** Tells from one frame after the other whether a step is done. */
export function watchStep(step: Step, neutral: Gesture, startedMs: number) {
  let since: { readonly frame: number; readonly atMs: number } | undefined;
  let hint: { readonly is: StepHint; readonly atMs: number } | undefined;

  return function see(sighting: Sighting, nowMs: number): Progress {
    const now = sighting.face?.gesture;
    const problem = problemOf(step, neutral, sighting);
    if (hint?.is !== problem) hint = problem && { is: problem, atMs: nowMs };
    if (nowMs - startedMs < readMs || !now || problem || !isDone(step, neutral, now, effort[step])) {
      since = undefined;
      return hint && nowMs - hint.atMs >= missingMs ? { hint: hint.is } : {};
    }
    since ??= { frame: sighting.frame, atMs: nowMs };
    const stayed = step === "blink" || nowMs - since.atMs >= stayMs;
    return stayed ? { doneFrom: since.frame } : {};
  };
}

function problemOf(step: Step, neutral: Gesture, sighting: Sighting): StepHint | undefined {
  const { face } = sighting;
  if (!face) return "no_face";
  if (hasSecondFace(sighting, face)) return "several_faces";
  const { yaw, pitch } = face.gesture;
  if (step === "turn_left" && yaw > furthestTurn) return "too_far_turned";
  if (step === "turn_right" && -yaw > furthestTurn) return "too_far_turned";
  if (step === "look_up" && pitch - neutral.pitch > furthestUp) return "too_far_turned";
  return undefined;
}
