import type { Eyes } from "./eyes.ts";
import { distance, mean, type Point } from "../plane/geometry.ts";
import { poseFromPoints } from "../locate/pose-from-points.ts";

/** What a live challenge can ask a person to do. Left and right are the person's own. */
export const steps = ["turn_left", "turn_right", "look_up", "blink", "smile", "move_closer"] as const;
export type Step = (typeof steps)[number];

/** The steps in which a head moves as no flat picture can: every challenge has one. */
export const depthSteps = ["turn_left", "turn_right", "look_up"] as const satisfies readonly Step[];

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
  mostTurn: 48,
  up: 7,
  mostUp: 34,
  /** How far the head may turn or nod while it does something else. */
  aside: 16,
  smile: 0.12,
  closer: 0.2,
} as const;

/** Looks at the camera with open eyes: what the steps are measured against. */
export function isNeutral({ yaw, pitch, eyesOpen }: Gesture): boolean {
  return Math.abs(yaw) <= limits.frontalYaw && Math.abs(pitch) <= limits.frontalPitch && eyesOpen >= limits.eyesOpen;
}

/**
 * Whether the step was done, compared with the person's own neutral look.
 * @param effort how much of it is asked for. The camera asks for more than 1, so that what it takes will do for the server.
 */
export function isDone(step: Step, neutral: Gesture, now: Gesture, effort = 1): boolean {
  const turned = now.yaw - neutral.yaw;
  const raised = now.pitch - neutral.pitch;
  const facing = Math.abs(turned) <= limits.aside && Math.abs(raised) <= limits.aside;
  switch (step) {
    // The person's left is the photo's right.
    case "turn_left":
      return turned >= limits.turn * effort && now.yaw <= limits.mostTurn;
    case "turn_right":
      return -turned >= limits.turn * effort && -now.yaw <= limits.mostTurn;
    case "look_up":
      return raised >= limits.up * effort && raised <= limits.mostUp && Math.abs(turned) <= limits.aside;
    case "blink":
      return facing && neutral.eyesOpen >= limits.eyesOpen && now.eyesOpen <= limits.eyesClosed / effort;
    case "smile":
      return facing && now.mouthWidth >= neutral.mouthWidth * (1 + limits.smile * effort);
    case "move_closer":
      return facing && now.size >= neutral.size * (1 + limits.closer * effort);
  }
}
