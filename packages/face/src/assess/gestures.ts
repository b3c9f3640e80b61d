import type { Eyes } from "./eyes.ts";
import { distance, mean, type Point } from "../plane/geometry.ts";
import { poseFromPoints } from "../locate/pose-from-points.ts";

/** The head turns until the nose points there, in the degrees of a dot, by so many degrees. */
interface Turn {
  readonly nose: 0 | 90 | 180 | 270;
  readonly by: number;
}

/** Something of the face changes while it keeps facing the camera: a length grows by this share, or open eyes close. */
type Change = ({ readonly grows: "mouthWidth" | "size"; readonly by: number } | { readonly closes: "eyes" }) & {
  /** How the drawn face of the camera does it: with other lines in place of a part, in 64 by 64, or by coming nearer as a whole. */
  readonly drawn: { readonly part: "eyes" | "mouth"; readonly lines: string } | { readonly part: "head" };
};

/** How much more of it the camera asks for than the service, which measures the frame anew and a little differently. */
interface Effort {
  readonly effort: number;
}

/**
 * The steps of a live challenge, compared with the person's neutral look: what they are called, seen by and drawn as. Left and right are
 * the person's own. Figures come from 66 frames of people turning and nodding at a webcam or phone (those who turn, turn by 16 to 60 and look
 * up by 10 to 40), and 45 pairs of frontal news photos (a smile widens the mouth by 1.16 to 1.3, speaking by up to 1.1).
 */
const turns = {
  turn_left: { nose: 180, by: 14, effort: 1.2 },
  turn_right: { nose: 0, by: 14, effort: 1.2 },
  look_up: { nose: 90, by: 7, effort: 1.2 },
} as const satisfies Readonly<Record<string, Turn & Effort>>;

const changes = {
  blink: { closes: "eyes", effort: 1.1, drawn: { part: "eyes", lines: "M20.5 28.5q3 3 6 0M37.5 28.5q3 3 6 0" } },
  smile: { grows: "mouthWidth", by: 0.12, effort: 1.1, drawn: { part: "mouth", lines: "M23 42.5q9 10.5 18 0z" } },
  move_closer: { grows: "size", by: 0.2, effort: 1.2, drawn: { part: "head" } },
} as const satisfies Readonly<Record<string, Change & Effort>>;

/** The steps in which a head moves as no flat picture can: every challenge without dots has one. */
export type DepthStep = keyof typeof turns;
export const depthSteps = Object.keys(turns) as readonly DepthStep[];
export const isDepthStep = (step: Step): step is DepthStep => step in turns;

/** The steps that turn nothing. */
export type FlatStep = keyof typeof changes;
export const flatSteps = Object.keys(changes) as readonly FlatStep[];
export const changeOf = (step: FlatStep): Change => changes[step];

export type Step = DepthStep | FlatStep;
export const steps: readonly Step[] = [...depthSteps, ...flatSteps];

/**
 * Where the service wants it: the nose points at a dot around the face, in this direction. Degrees: 0 is the person's own right, 90 up,
 * 180 their left.
 */
export interface Dot {
  readonly dot: number;
}

/** What is asked for once: a step, or a dot to follow. */
export type Task = Step | Dot;
export type StepName = Step | "follow_dot";
export const stepNames: readonly StepName[] = [...steps, "follow_dot"];

export const nameOf = (task: Task): StepName => (typeof task === "string" ? task : "follow_dot");

/** Where the nose is to point, in the degrees of a dot; undefined if the head stays as it is. */
export function noseOf(task: Task): number | undefined {
  if (typeof task !== "string") return task.dot;
  return isDepthStep(task) ? turns[task].nose : undefined;
}

/** To the person's own right, and up; of length 1. */
export interface Direction {
  readonly right: number;
  readonly up: number;
}

/** Where the nose is to point; undefined if the head stays as it is. */
export function directionOf(task: Dot | DepthStep): Direction;
export function directionOf(task: Task): Direction | undefined;
export function directionOf(task: Task): Direction | undefined {
  const nose = noseOf(task);
  if (nose === undefined) return undefined;
  const angle = (nose * Math.PI) / 180;
  return { right: Math.cos(angle), up: Math.sin(angle) };
}

/** How much more of a task the camera asks for than the service. */
export function effortOf(task: Task): number {
  // The direction is to be within 13 degrees where the service takes 20.
  if (typeof task !== "string") return dotEffort;
  return isDepthStep(task) ? turns[task].effort : changes[task].effort;
}
export const dotEffort = 1.5;

/** What of a face the steps change. The browser and the server measure it alike, so that they agree on what was done. */
export interface Gesture {
  /** Degrees, see face.ts. A level head has pitch 0 here: both come from the landmarks. */
  readonly yaw: number;
  readonly pitch: number;
  /** How probably the eye that is more open is open, 0 to 1: a reflection in glasses closes one more often than both. */
  readonly eyesOpen: number;
  /** From corner to corner, over the distance between the eyes. */
  readonly mouthWidth: number;
  /** Of the face, over the diagonal of the frame: how near it is. */
  readonly size: number;
}

/**
 * @param points 68 landmarks in iBUG order
 * @param frame the size of what the camera sees, in the same pixels
 */
export function gestureOf(
  points: readonly Point[],
  eyes: Eyes,
  frame: { readonly width: number; readonly height: number },
): Gesture {
  const { yaw, pitch } = poseFromPoints(points);
  return {
    yaw,
    pitch,
    eyesOpen: Math.max(eyes.left, eyes.right),
    mouthWidth: mouthWidthOf(points),
    size: faceSizeOf(points) / Math.hypot(frame.width, frame.height),
  };
}

/** From corner to corner, over the distance between the eyes. */
export function mouthWidthOf(points: readonly Point[]): number {
  return distance(points[48] as Point, points[54] as Point) / eyeDistanceOf(points);
}

function eyeDistanceOf(points: readonly Point[]): number {
  return distance(mean(points.slice(36, 42)), mean(points.slice(42, 48)));
}

/** Turning shortens the distance between the eyes, nodding that to the mouth: the larger of both stays. Pixels. */
export function faceSizeOf(points: readonly Point[]): number {
  const mouth = mean([points[48] as Point, points[54] as Point]);
  return Math.max(eyeDistanceOf(points), distance(mean(points.slice(36, 48)), mouth));
}

/** Angles in degrees; where they come from: see the steps. */
const limits = {
  frontalYaw: 16,
  frontalPitch: 16,
  eyesOpen: 0.5,
  eyesClosed: 0.3,
  /** Further, the other half of the face is hidden and no comparison holds. */
  furthest: { turn: 48, nod: 34 },
  /** How far the head may turn or nod while it does something else. */
  aside: 16,
  /**
   * Of 35 frames of 11 people who turn or nod so far that the camera takes it, landmarks and pose model agree about the direction within 7.5
   * degrees at the median, 22 for nine of ten and 31 at most; the same frame at another size comes out within 1.5 for nine of ten.
   */
  dotYaw: 12,
  dotPitch: 8.5,
  dotApart: 20,
} as const;

/** Where a nose points, compared with a neutral look: in which direction, and how far; 1 is as far as a dot asks for. */
export interface Aim {
  readonly degrees: number;
  readonly reach: number;
  /** The same as a vector: to the person's own right, and up. */
  readonly right: number;
  readonly up: number;
}

type Angles = Pick<Gesture, "yaw" | "pitch">;
const straight: Angles = { yaw: 0, pitch: 0 };

export function aimOf(neutral: Angles, now: Angles): Aim {
  // The person's right is the photo's left.
  const [right, up] = [neutral.yaw - now.yaw, now.pitch - neutral.pitch];
  const vector = { right: right / limits.dotYaw, up: up / limits.dotPitch };
  const degrees = (Math.atan2(vector.up, vector.right) * 180) / Math.PI;
  return { degrees, reach: Math.hypot(vector.right, vector.up), ...vector };
}

/** How far two directions are apart, 0 to 180 degrees. */
export function apart(one: number, other: number): number {
  const between = Math.abs(one - other) % 360;
  return Math.min(between, 360 - between);
}

/** Looks at the camera: what the steps are measured against. */
export function isFrontal({ yaw, pitch }: Gesture): boolean {
  return Math.abs(yaw) <= limits.frontalYaw && Math.abs(pitch) <= limits.frontalPitch;
}

/** Lashes, lids and glasses may hide an open eye: then none can be seen to close. */
export function hasOpenEyes({ eyesOpen }: Gesture): boolean {
  return eyesOpen >= limits.eyesOpen;
}

/** Whether a step raises or lowers the head instead of turning it aside. */
export const isNod = (step: DepthStep): boolean => turns[step].nose % 180 === 90;

/** How far the head turned towards where a step wants the nose, degrees. */
export function turnedBy(step: DepthStep, from: Angles, to: Angles): number {
  // The person's left is the photo's right.
  const [before, after] = turns[step].nose < 180 ? [from, to] : [to, from];
  return isNod(step) ? after.pitch - before.pitch : before.yaw - after.yaw;
}

/** How much of the step is done, 1 and more where all of it is; below 0 it goes the other way. Closing eyes have no way to go: 0. */
export function shareDone(task: Task, neutral: Gesture, now: Gesture): number {
  if (typeof task !== "string") {
    const { degrees, reach } = aimOf(neutral, now);
    return reach * Math.cos(((degrees - task.dot) * Math.PI) / 180);
  }
  if (isDepthStep(task)) return turnedBy(task, neutral, now) / turns[task].by;
  const change = changeOf(task);
  return "closes" in change ? 0 : (now[change.grows] / neutral[change.grows] - 1) / change.by;
}

/** Whether the head stays as it was while it does something else. */
export function isFacing(neutral: Gesture, now: Gesture): boolean {
  return Math.abs(now.yaw - neutral.yaw) <= limits.aside && Math.abs(now.pitch - neutral.pitch) <= limits.aside;
}

/** Whether a task turned the head further than this: aside from the camera, or up or down from the neutral look. */
export function isTooFar(
  task: Task,
  neutral: Gesture,
  { yaw, pitch }: Gesture,
  furthest: { readonly turn: number; readonly nod: number },
): boolean {
  if (typeof task !== "string") return pitch - neutral.pitch > furthest.nod || Math.abs(yaw) > furthest.turn;
  if (!isDepthStep(task)) return false;
  if (isNod(task)) return turnedBy(task, neutral, { yaw, pitch }) > furthest.nod;
  return turnedBy(task, straight, { yaw, pitch }) > furthest.turn;
}

/**
 * Whether the task was done, compared with the person's own neutral look.
 * @param effort how much of it is asked for. The camera asks for more than 1, so that what it takes will do for the server.
 */
export function isDone(task: Task, neutral: Gesture, now: Gesture, effort = 1): boolean {
  if (isTooFar(task, neutral, now, limits.furthest)) return false;
  if (typeof task !== "string") {
    const { degrees, reach } = aimOf(neutral, now);
    return reach >= effort && apart(degrees, task.dot) <= limits.dotApart / effort;
  }
  const isFar = shareDone(task, neutral, now) >= effort;
  if (isDepthStep(task)) return isFar && (!isNod(task) || Math.abs(now.yaw - neutral.yaw) <= limits.aside);
  const isClosed = hasOpenEyes(neutral) && now.eyesOpen <= limits.eyesClosed / effort;
  return isFacing(neutral, now) && ("closes" in changes[task] ? isClosed : isFar);
}
