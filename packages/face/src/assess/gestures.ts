import type { Eyes } from "./eyes.ts";
import { distance, mean, type Point } from "../plane/geometry.ts";
import { poseFromPoints } from "../locate/pose-from-points.ts";

/** The head turns until the nose points in this direction (degrees as for a dot), by this many degrees. */
interface Turn {
  readonly nose: 0 | 90 | 180 | 270;
  readonly by: number;
}

/** The face changes while it keeps facing the camera: a length grows by this share, or the eyes close. */
type Change = ({ readonly grows: "mouthWidth" | "size"; readonly by: number } | { readonly closes: "eyes" }) & {
  /** How the camera's drawn face shows it: other lines for a part, in a 64 x 64 grid, or the whole head coming nearer. */
  readonly drawn: { readonly part: "eyes" | "mouth"; readonly lines: string } | { readonly part: "head" };
};

/** How much more the camera requires than the service, which measures the frame again and slightly differently. */
interface Effort {
  readonly effort: number;
}

/**
 * The steps of a live challenge, relative to the person's neutral look: names, limits and drawings. Left and right are the person's own. The figures
 * come from 66 frames of people who turn and nod before a webcam or phone (turns of 16 to 60 degrees, looking up by 10 to 40), and 45 pairs of frontal
 * news photos (a smile widens the mouth by 1.16 to 1.3, speaking by up to 1.1).
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

/** Steps with a head movement that no flat picture can show. Every challenge without dots has at least one. */
export type DepthStep = keyof typeof turns;
export const depthSteps = Object.keys(turns) as readonly DepthStep[];
export const isDepthStep = (step: Step): step is DepthStep => step in turns;

/** Steps without a head turn. */
export type FlatStep = keyof typeof changes;
export const flatSteps = Object.keys(changes) as readonly FlatStep[];
export const changeOf = (step: FlatStep): Change => changes[step];

export type Step = DepthStep | FlatStep;
export const steps: readonly Step[] = [...depthSteps, ...flatSteps];

/** The nose has to point at a dot around the face, in this direction. Degrees: 0 is the person's own right, 90 up, 180 their left. */
export interface Dot {
  readonly dot: number;
}

/** One step of a challenge: a named step, or a dot to follow. */
export type Task = Step | Dot;
export type StepName = Step | "follow_dot";
export const stepNames: readonly StepName[] = [...steps, "follow_dot"];

export const nameOf = (task: Task): StepName => (typeof task === "string" ? task : "follow_dot");

/** Direction of the nose, in the degrees of a dot; undefined if the head stays as it is. */
export function noseOf(task: Task): number | undefined {
  if (typeof task !== "string") return task.dot;
  return isDepthStep(task) ? turns[task].nose : undefined;
}

/** Unit vector: to the person's own right, and up. */
export interface Direction {
  readonly right: number;
  readonly up: number;
}

/** Direction of the nose as a vector; undefined if the head stays as it is. */
export function directionOf(task: Dot | DepthStep): Direction;
export function directionOf(task: Task): Direction | undefined;
export function directionOf(task: Task): Direction | undefined {
  const nose = noseOf(task);
  if (nose === undefined) return undefined;
  const angle = (nose * Math.PI) / 180;
  return { right: Math.cos(angle), up: Math.sin(angle) };
}

/** Whether a task turns the head far to a side, where a photo shows that it is one: each challenge has such a step, unless the person avoids it. */
export function turnsAside(task: Task): boolean {
  if (typeof task === "string") return isDepthStep(task) && !isNod(task);
  return Math.min(apart(task.dot, 0), apart(task.dot, 180)) <= limits.asideWithin;
}

/** How much more of a task the camera requires than the service. */
export function effortOf(task: Task): number {
  // The camera wants the direction within 13 degrees, the service within 20.
  if (typeof task !== "string") return dotEffort;
  return isDepthStep(task) ? turns[task].effort : changes[task].effort;
}
export const dotEffort = 1.5;

/** The measures of a face that steps change. Browser and server compute them alike, so that they agree on what was done. */
export interface Gesture {
  /** Degrees, see face.ts. A level head has pitch 0: both come from the landmarks. */
  readonly yaw: number;
  readonly pitch: number;
  /** Probability that the more open eye is open, 0 to 1. Reflections in glasses hide one eye more often than both. */
  readonly eyesOpen: number;
  /** Between the corners, relative to the distance between the eyes. */
  readonly mouthWidth: number;
  /** Of the face, relative to the frame's diagonal: a measure of distance. */
  readonly size: number;
}

/**
 * @param points 68 landmarks in iBUG order
 * @param frame size of the camera's picture, in the same pixels
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

/** Width between the corners, relative to the distance between the eyes. */
export function mouthWidthOf(points: readonly Point[]): number {
  return distance(points[48] as Point, points[54] as Point) / eyeDistanceOf(points);
}

function eyeDistanceOf(points: readonly Point[]): number {
  return distance(mean(points.slice(36, 42)), mean(points.slice(42, 48)));
}

/** Pixels. A turn shortens the distance between the eyes, a nod the distance to the mouth: the larger of both is stable. */
export function faceSizeOf(points: readonly Point[]): number {
  const mouth = mean([points[48] as Point, points[54] as Point]);
  return Math.max(eyeDistanceOf(points), distance(mean(points.slice(36, 48)), mouth));
}

/** Degrees. See the steps for where they come from. */
const limits = {
  frontalYaw: 16,
  frontalPitch: 16,
  eyesOpen: 0.5,
  eyesClosed: 0.3,
  /** Beyond this the other half of the face is hidden and comparisons fail. */
  furthest: { turn: 48, nod: 34 },
  /** How far the head may turn or nod during a step without a turn. */
  aside: 16,
  /**
   * Of 35 frames of 11 people who turn or nod as far as the camera requires, landmarks and pose model agree on the direction within 7.5 degrees
   * (median), 22 (nine of ten) and 31 (all). The same frame at another size differs by up to 1.5 degrees (nine of ten).
   */
  dotYaw: 12,
  dotPitch: 8.5,
  dotApart: 20,
  /**
   * Least turn for a dot beside the face, and how far from the horizontal such a dot lies: from 14 degrees on, two views tell whether they have one
   * texture. Of renders of one photo that turn less, 44 in 100 look genuine beside their selfie, of those that turn further 9
   * (docs/research/challenge-decision.md). A camera that waits for its reach has 15 degrees there.
   */
  asideYaw: 14,
  asideWithin: 20,
} as const;

/** Direction of the nose relative to a neutral look, and how far it points there; a reach of 1 is what a dot requires. */
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

/** Difference of two directions, 0 to 180 degrees. */
export function apart(one: number, other: number): number {
  const between = Math.abs(one - other) % 360;
  return Math.min(between, 360 - between);
}

/** Whether the face looks at the camera, as the neutral frame must. */
export function isFrontal({ yaw, pitch }: Gesture): boolean {
  return Math.abs(yaw) <= limits.frontalYaw && Math.abs(pitch) <= limits.frontalPitch;
}

/** Whether open eyes can be recognized. Lashes, lids and glasses may hide them: then a blink cannot be seen. */
export function hasOpenEyes({ eyesOpen }: Gesture): boolean {
  return eyesOpen >= limits.eyesOpen;
}

/** Whether a step raises or lowers the head instead of turning it aside. */
export const isNod = (step: DepthStep): boolean => turns[step].nose % 180 === 90;

/** Degrees by which the head turned in the direction of a step. */
export function turnedBy(step: DepthStep, from: Angles, to: Angles): number {
  // The person's left is the photo's right.
  const [before, after] = turns[step].nose < 180 ? [from, to] : [to, from];
  return isNod(step) ? after.pitch - before.pitch : before.yaw - after.yaw;
}

/** Completed share of a step, from 1 on complete; negative in the other direction. Closing eyes has no share: 0. */
export function shareDone(task: Task, neutral: Gesture, now: Gesture): number {
  if (typeof task !== "string") {
    const { degrees, reach } = aimOf(neutral, now);
    return reach * Math.cos(((degrees - task.dot) * Math.PI) / 180);
  }
  if (isDepthStep(task)) return turnedBy(task, neutral, now) / turns[task].by;
  const change = changeOf(task);
  return "closes" in change ? 0 : (now[change.grows] / neutral[change.grows] - 1) / change.by;
}

/** Whether the head stays in place during a step without a turn. */
export function isFacing(neutral: Gesture, now: Gesture): boolean {
  return Math.abs(now.yaw - neutral.yaw) <= limits.aside && Math.abs(now.pitch - neutral.pitch) <= limits.aside;
}

/** Whether a task turned the head too far: aside from the camera, or up or down from the neutral look. */
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
 * Whether the task was done, relative to the person's neutral look.
 * @param effort multiple of the service's limit. The camera uses more than 1, so that its frames pass on the server.
 */
export function isDone(task: Task, neutral: Gesture, now: Gesture, effort = 1): boolean {
  if (isTooFar(task, neutral, now, limits.furthest)) return false;
  if (typeof task !== "string") {
    const { degrees, reach } = aimOf(neutral, now);
    const turnsEnough = !turnsAside(task) || Math.abs(now.yaw - neutral.yaw) >= limits.asideYaw;
    return turnsEnough && reach >= effort && apart(degrees, task.dot) <= limits.dotApart / effort;
  }
  const isFar = shareDone(task, neutral, now) >= effort;
  if (isDepthStep(task)) return isFar && (!isNod(task) || Math.abs(now.yaw - neutral.yaw) <= limits.aside);
  const isClosed = hasOpenEyes(neutral) && now.eyesOpen <= limits.eyesClosed / effort;
  return isFacing(neutral, now) && ("closes" in changes[task] ? isClosed : isFar);
}
