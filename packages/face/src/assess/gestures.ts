import type { Eyes } from "./eyes.ts";
import { distance, mean, type Point } from "../plane/geometry.ts";
import { poseFromPoints } from "../locate/pose-from-points.ts";

/** What a live challenge can ask a person to do. Left and right are the person's own. */
export const steps = ["turn_left", "turn_right", "look_up", "blink", "smile", "move_closer"] as const;
export type Step = (typeof steps)[number];

/** The steps in which a head moves as no flat picture can: every challenge has one. */
export const depthSteps = ["turn_left", "turn_right", "look_up"] as const satisfies readonly Step[];

/**
 * Where the service wants it: the nose points at a dot around the face, in this direction. Degrees: 0 is the person's own right, 90 up,
 * 180 their left.
 */
export interface Dot {
  readonly dot: number;
}

/** What is asked for once: a step, or a dot to follow. */
export type Task = Step | Dot;
export const stepNames = [...steps, "follow_dot"] as const;
export type StepName = (typeof stepNames)[number];

export const nameOf = (task: Task): StepName => (typeof task === "string" ? task : "follow_dot");

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

/**
 * Angles in degrees. Where they come from: 66 frames of people turning and nodding at a webcam or phone (those who turn, turn by 16
 * to 60 and look up by 10 to 40), and 45 pairs of frontal news photos (a smile widens the mouth by 1.16 to 1.3, speaking by up to 1.1).
 */
const limits = {
  frontalYaw: 16,
  frontalPitch: 16,
  eyesOpen: 0.5,
  eyesClosed: 0.3,
  turn: 14,
  /** Further, the other half of the face is hidden and no comparison holds. */
  turnMax: 48,
  up: 7,
  upMax: 34,
  /** How far the head may turn or nod while it does something else. */
  aside: 16,
  smile: 0.12,
  closer: 0.2,
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

/** How much of the step is done, 1 and more where all of it is; below 0 it goes the other way. A blink has no way to go: 0. */
export function shareDone(task: Task, neutral: Gesture, now: Gesture): number {
  if (typeof task !== "string") {
    const { degrees, reach } = aimOf(neutral, now);
    return reach * Math.cos(((degrees - task.dot) * Math.PI) / 180);
  }
  switch (task) {
    case "turn_left":
      return (now.yaw - neutral.yaw) / limits.turn;
    case "turn_right":
      return (neutral.yaw - now.yaw) / limits.turn;
    case "look_up":
      return (now.pitch - neutral.pitch) / limits.up;
    case "blink":
      return 0;
    case "smile":
      return (now.mouthWidth / neutral.mouthWidth - 1) / limits.smile;
    case "move_closer":
      return (now.size / neutral.size - 1) / limits.closer;
  }
}

/** Whether the head stays as it was while it does something else. */
export function isFacing(neutral: Gesture, now: Gesture): boolean {
  return Math.abs(now.yaw - neutral.yaw) <= limits.aside && Math.abs(now.pitch - neutral.pitch) <= limits.aside;
}

/**
 * Whether the task was done, compared with the person's own neutral look.
 * @param effort how much of it is asked for. The camera asks for more than 1, so that what it takes will do for the server.
 */
export function isDone(task: Task, neutral: Gesture, now: Gesture, effort = 1): boolean {
  const far = shareDone(task, neutral, now) >= effort;
  if (typeof task !== "string") {
    const { degrees, reach, up } = aimOf(neutral, now);
    const near = Math.abs(now.yaw) <= limits.turnMax && up * limits.dotPitch <= limits.upMax;
    return near && reach >= effort && apart(degrees, task.dot) <= limits.dotApart / effort;
  }
  switch (task) {
    // The person's left is the photo's right.
    case "turn_left":
      return far && now.yaw <= limits.turnMax;
    case "turn_right":
      return far && -now.yaw <= limits.turnMax;
    case "look_up":
      return far && now.pitch - neutral.pitch <= limits.upMax && Math.abs(now.yaw - neutral.yaw) <= limits.aside;
    case "blink":
      return isFacing(neutral, now) && hasOpenEyes(neutral) && now.eyesOpen <= limits.eyesClosed / effort;
    case "smile":
    case "move_closer":
      return far && isFacing(neutral, now);
  }
}
