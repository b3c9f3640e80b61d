import { differingBits } from "@selfsame/face/assess/hashes/face-hash";
import {
  aimOf,
  apart,
  hasOpenEyes,
  isDepthStep,
  isDone,
  isFrontal,
  isNod,
  nameOf,
  type StepName,
  type Task,
  turnedBy,
} from "@selfsame/face/assess/gestures";
import { toneApart } from "@selfsame/face/assess/tone";
import type { FrameDetails } from "@selfsame/photo/engine/engine";
import { hasDepth } from "./checks/depth.ts";
import { type FrameLimits, isEvidentAttack } from "./checks/liveness.ts";

/** One measured frame of a performance. The selfie is the neutral frame that the others are compared with. */
export interface Frame extends Omit<FrameDetails, "skin"> {
  readonly embedding: Float32Array;
  /** The spoof model's probability that the frame is bona fide. */
  readonly live: number;
}

/** A frame's part of the form: the selfie, or the number of the step. */
export type FrameName = "selfie" | number;
export const partOf = (frame: FrameName): string => (frame === "selfie" ? frame : `frame_${frame}`);

/** Why a performance is rejected. */
export type Doubt =
  /** The person can correct these, so the response reports them. */
  | { readonly reason: "not_neutral" | "step_not_seen"; readonly frame: FrameName }
  | { readonly reason: "light_not_measurable" }
  /** These would help an attacker, so no response reports them. */
  | { readonly reason: "another_person" | "flat" | "same_picture" | "other_burst"; readonly frame: FrameName }
  | {
      readonly reason:
        | "spoof"
        | "other_colours"
        | "one_photo"
        | "one_texture"
        | "blended"
        | "warped"
        | "other_light"
        | "other_reflection"
        | "seen_before"
        | "too_fast";
    };

/** Whether a frame shows its step. Null if that could not be measured. */
export interface StepReport {
  readonly step: StepName;
  readonly seen: boolean | null;
}

/** Bits by which two hashes of one picture may differ: see face-hash.ts. */
const samePictureBits = 5;
/**
 * Largest difference in color between two frames. One camera shows a face in one color: among 21 people at phones and webcams (28 captures, with turned
 * heads) no two frames of a capture differ by more than 0.21, and the limit is half as much again. Photos from different cameras or days mostly differ
 * more (docs/research/challenge-checks.md).
 */
const toneApartMax = 0.3;
/** A frame with a lower similarity to the selfie shows another person, however the head is turned. From here on similarity is one sign among others. */
const leastSimilar = 0.3;
/** Least turn that the pose model must see, degrees: points alone are easy to fake, the model is not. */
const turnMin = 9;
const nodMin = 5;
/** Least reach towards a dot, and largest difference in direction (degrees), by the pose model. */
const reachMin = 0.6;
const apartMax = 45;

export interface Measure {
  /** Similarity of two faces, 0 to 1. */
  readonly similarity: (one: Float32Array, other: Float32Array) => number;
  /** Limits of the spoof check, for one photo. */
  readonly spoof: FrameLimits;
  /** Limit for the mean of the frames' log odds of being altered by software; undefined if not measured. */
  readonly blendLimit?: number | undefined;
}

/**
 * Whether the frames show the steps, performed in space by the person in the selfie. Only what genuine people hardly ever show rejects by itself;
 * everything else is weighed together (decision.ts).
 */
export function judgeChallenge(
  tasks: readonly Task[],
  selfie: Frame,
  frames: readonly Frame[],
  { similarity, spoof }: Pick<Measure, "similarity" | "spoof">,
): Doubt | undefined {
  if (tasks.length !== frames.length) throw new RangeError("judge: a frame a step");
  const performed = tasks.map((task, i) => ({ task, number: i + 1, frame: frames[i] as Frame }));

  if ([selfie, ...frames].some(({ live }) => isEvidentAttack(live, spoof))) return { reason: "spoof" };
  const other = performed.find(({ frame }) => similarity(selfie.embedding, frame.embedding) < leastSimilar);
  // A head that is turned too far can look like another: then the step is at fault.
  if (other && isShown(other.task, selfie, other.frame)) return { reason: "another_person", frame: other.number };

  if (!isNeutral(selfie, tasks)) return { reason: "not_neutral", frame: "selfie" };
  const missed = performed.find(({ task, frame }) => !isShown(task, selfie, frame));
  if (missed) return { reason: "step_not_seen", frame: missed.number };
  const flat = performed.find(({ task, frame }) => !hasDepth(task, selfie.points, frame.points));
  if (flat) return { reason: "flat", frame: flat.number };
  // An enlarged picture comes closer without anybody moving. Every other step changes the picture.
  const copied = performed.find(
    ({ task, frame }) => task === "move_closer" && differingBits(frame.hash, selfie.hash) <= samePictureBits,
  );
  if (copied) return { reason: "same_picture", frame: copied.number };
  const tones = [selfie, ...frames].map(({ tone }) => tone);
  const changes = tones.some((one) => tones.some((two) => toneApart(one, two) > toneApartMax));
  return changes ? { reason: "other_colours" } : undefined;
}

/** Every step, and whether its frame shows it, also after the first one missing: the account reads why a person failed. */
export const reportSteps = (tasks: readonly Task[], selfie: Frame, frames: readonly Frame[]): readonly StepReport[] =>
  tasks.map((task, i) => ({ step: nameOf(task), seen: isShown(task, selfie, frames[i] as Frame) }));

/** The requested steps, if no frame could be measured. */
export const unmeasuredSteps = (tasks: readonly Task[]): readonly StepReport[] =>
  tasks.map((task) => ({ step: nameOf(task), seen: null }));

/** Only a blink requires open eyes in the selfie: for some people the model never sees them open. */
function isNeutral({ gesture }: Frame, tasks: readonly Task[]): boolean {
  return isFrontal(gesture) && (hasOpenEyes(gesture) || !tasks.includes("blink"));
}

function isShown(task: Task, selfie: Frame, frame: Frame): boolean {
  return isDone(task, selfie.gesture, frame.gesture) && poseAgrees(task, selfie, frame);
}

function poseAgrees(task: Task, selfie: Frame, frame: Frame): boolean {
  if (typeof task !== "string") {
    const { degrees, reach } = aimOf(selfie.pose, frame.pose);
    return reach >= reachMin && apart(degrees, task.dot) <= apartMax;
  }
  if (!isDepthStep(task)) return true;
  return turnedBy(task, selfie.pose, frame.pose) >= (isNod(task) ? nodMin : turnMin);
}
