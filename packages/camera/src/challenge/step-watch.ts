import {
  aimOf,
  directionOf,
  dotEffort,
  effortOf,
  type Gesture,
  isDepthStep,
  isDone,
  isFacing,
  isTooFar,
  shareDone,
  type Step,
  type Task,
} from "@selfsame/face/assess/gestures";
import { hasSecondFace } from "../guide/guidance.ts";
import type { Sighting } from "../capture/sighting.ts";

/** Degrees. Beyond these the server no longer compares the face. */
export const furthest = { turn: 42, nod: 30 } as const;

/** Nobody reads a step in less: anything seen earlier is left over from the step before. */
const readMs = 600;
/** How long the person must hold the step: frames taken in motion are blurred. Not needed for closed eyes. */
const stayMs = 220;
/** A turning face is lost for a moment; only after this time it counts as missing. */
const missingMs = 700;

/** After this long the person is told what is missing. */
const stuckAfterMs = 10_000;
/** Share of a step from which it counts as under way. */
const underWay = 0.5;

/** Obstacles to the step. */
type Problem = "no_face" | "several_faces" | "too_far_turned";
/** Directions for the nose towards a dot: eight, from the person's own right over up, 45 degrees apart. */
const ways = [
  "dot_right",
  "dot_up_right",
  "dot_up",
  "dot_up_left",
  "dot_left",
  "dot_down_left",
  "dot_down",
  "dot_down_right",
] as const;
/** Before that, only the dot itself is announced. */
const waysAfterMs = 2500;

/** What the step still lacks. */
type Advice = "further" | "other_way" | "head_still" | "not_seen" | (typeof ways)[number];
export type StepHint = Problem | Advice;

export interface Progress {
  /** The frame from which on the step was seen long enough, and its time. */
  readonly done?: { readonly frame: number; readonly atMs: number };
  /** The obstacle, or what is missing. */
  readonly hint?: StepHint | undefined;
}

/**
 * Decides from frame to frame whether a task is done.
 * @param notBeforeMs earlier frames do not count
 */
export function watchStep(task: Task, neutral: Gesture, startedMs: number, notBeforeMs = 0) {
  const earliestMs = Math.max(startedMs + readMs, notBeforeMs);
  let since: { readonly frame: number; readonly atMs: number } | undefined;
  let hint: { readonly is: StepHint; readonly atMs: number } | undefined;

  return function see(sighting: Sighting, nowMs: number): Progress {
    const now = sighting.face?.gesture;
    const problem = problemOf(task, neutral, sighting);
    const done = now !== undefined && !problem && isDone(task, neutral, now, effortOf(task));
    const say = done || !now ? problem : (problem ?? adviceOn(task, neutral, now, nowMs - startedMs));
    if (hint?.is !== say) hint = say && { is: say, atMs: nowMs };
    if (nowMs < earliestMs || !done) {
      since = undefined;
      return hint && nowMs - hint.atMs >= missingMs ? { hint: hint.is } : {};
    }
    since ??= { frame: sighting.frame, atMs: nowMs };
    const stayed = task === "blink" || nowMs - since.atMs >= stayMs;
    return stayed ? { done: since } : {};
  };
}

function adviceOn(task: Task, neutral: Gesture, now: Gesture, triedMs: number): Advice | undefined {
  if (typeof task !== "string") return triedMs < waysAfterMs ? undefined : wayTo(task.dot, neutral, now);
  return adviceOnStep(task, neutral, now, triedMs);
}

/** Direction from where the nose points to where it should, in words. */
function wayTo(dot: number, neutral: Gesture, now: Gesture): Advice {
  const { right, up } = aimOf(neutral, now);
  const towards = directionOf({ dot });
  // Slightly beyond the minimum.
  const reach = dotEffort * 1.1;
  const left = Math.atan2(reach * towards.up - up, reach * towards.right - right);
  return ways[(Math.round(left / (Math.PI / 4)) + ways.length) % ways.length] as Advice;
}

function adviceOnStep(step: Step, neutral: Gesture, now: Gesture, triedMs: number): Advice | undefined {
  const share = shareDone(step, neutral, now);
  const turns = isDepthStep(step);
  if (turns && share <= -underWay) return "other_way";
  if (!turns && !isFacing(neutral, now)) return "head_still";
  if (share >= underWay) return "further";
  return triedMs >= stuckAfterMs ? "not_seen" : undefined;
}

function problemOf(task: Task, neutral: Gesture, sighting: Sighting): Problem | undefined {
  const { face } = sighting;
  if (!face) return "no_face";
  if (hasSecondFace(sighting, face)) return "several_faces";
  return isTooFar(task, neutral, face.gesture, furthest) ? "too_far_turned" : undefined;
}
