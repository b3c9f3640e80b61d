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
import type { FrameDetails } from "../../photo/engine/engine.ts";
import { hasDepth } from "./checks/depth.ts";
import { type FrameLimits, isEvidentAttack } from "./checks/liveness.ts";

/** One frame of a performance, measured. The selfie is the neutral one, against which the others are judged. */
export interface Frame extends Omit<FrameDetails, "skin"> {
  readonly embedding: Float32Array;
  /** The spoof model's probability that the frame is bona fide. */
  readonly live: number;
}

/** A frame by its part of the form: the selfie, or the number of the step. */
export type FrameName = "selfie" | number;
export const partOf = (frame: FrameName): string => (frame === "selfie" ? frame : `frame_${frame}`);

/** Why a performance is not believed. */
export type Doubt =
  /** What the person can correct, and the response reports. */
  | { readonly reason: "not_neutral" | "step_not_seen"; readonly frame: FrameName }
  | { readonly reason: "light_not_measurable" }
  /** What would help an attacker, so no response reports it. */
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

/** Whether a frame shows its step. Null where that could not be measured. */
export interface StepReport {
  readonly step: StepName;
  readonly seen: boolean | null;
}

/** One picture made into two: see face-hash.ts. */
const samePictureBits = 5;
/**
 * One camera shows a face in one colour: of 21 people before phones and webcams (28 captures, turned heads among them) no four frames of a capture are
 * further apart than 0.21, and the limit is half as much again. Four photos by different cameras, or of different days, mostly are (docs/research/challenge-checks.md).
 */
const toneApartMax = 0.3;
/** A frame less like the selfie shows somebody else, however the head is turned: 0 to 1. Up to here it is one sign among others. */
const leastSimilar = 0.3;
/** The pose model must see at least this much of the turn that the landmarks show, degrees: it is hard to fool with points alone. */
const turnMin = 9;
const nodMin = 5;
/** And so much of the way to a dot, not further than this from its direction, degrees. */
const reachMin = 0.6;
const apartMax = 45;

export interface Measure {
  /** Of two faces, 0 to 1. */
  readonly similarity: (one: Float32Array, other: Float32Array) => number;
  /** The spoof model's, for one photo. */
  readonly spoof: FrameLimits;
  /** Over which mean of the frames it counts that software seems to have changed the face; undefined where that is not measured. */
  readonly blendLimit?: number | undefined;
}

/**
 * Whether the frames show the steps, done by the person in the selfie, in space. Only what honest people hardly ever show rejects by itself; all else
 * is weighed together: see decision.ts.
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
  // A head turned too far can look like another: then the step is what to mend.
  if (other && isShown(other.task, selfie, other.frame)) return { reason: "another_person", frame: other.number };

  if (!isNeutral(selfie, tasks)) return { reason: "not_neutral", frame: "selfie" };
  const missed = performed.find(({ task, frame }) => !isShown(task, selfie, frame));
  if (missed) return { reason: "step_not_seen", frame: missed.number };
  const flat = performed.find(({ task, frame }) => !hasDepth(task, selfie.points, frame.points));
  if (flat) return { reason: "flat", frame: flat.number };
  // A picture that is enlarged has come closer without anybody moving. What the other steps change is no copy any more.
  const copied = performed.find(
    ({ task, frame }) => task === "move_closer" && differingBits(frame.hash, selfie.hash) <= samePictureBits,
  );
  if (copied) return { reason: "same_picture", frame: copied.number };
  const tones = [selfie, ...frames].map(({ tone }) => tone);
  const changes = tones.some((one) => tones.some((two) => toneApart(one, two) > toneApartMax));
  return changes ? { reason: "other_colours" } : undefined;
}

/** Each step, and whether its frame shows it: also after the first that is missing, for the account, which reads why a person failed. */
export const reportSteps = (tasks: readonly Task[], selfie: Frame, frames: readonly Frame[]): readonly StepReport[] =>
  tasks.map((task, i) => ({ step: nameOf(task), seen: isShown(task, selfie, frames[i] as Frame) }));

/** The steps that were asked for, where no frame could be measured. */
export const unmeasuredSteps = (tasks: readonly Task[]): readonly StepReport[] =>
  tasks.map((task) => ({ step: nameOf(task), seen: null }));

/** Only a blink needs eyes that are seen to be open: of some people the model takes them for closed. */
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
