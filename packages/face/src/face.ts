import type { Point } from "./plane/geometry.ts";

/** Head pose in degrees. Yaw is positive when the person turns to the photo's right, pitch when looking up, roll when the head leans to the photo's right. */
export interface Pose {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
}

/** What a caller can act on, in the words of the version 3 contract. `several_faces` belongs to the photo and is added by the caller of analyze. */
export const qualityIssues = [
  "too_small",
  "blurred",
  "too_dark",
  "too_bright",
  "glare",
  "half_in_shadow",
  "turned",
  "tilted",
  "eyes_closed",
  "mouth_covered",
  "eyes_covered",
  "overlay",
  "several_faces",
  "cut_off",
] as const;

export type QualityIssue = (typeof qualityIssues)[number];

export interface Quality {
  /** 0 (unusable) to 1 (ideal for comparison). */
  readonly score: number;
  readonly issues: readonly QualityIssue[];
}

/** The five points of the ArcFace template, in this order: left eye, right eye, nose tip, left and right mouth corner, left and right as seen in the photo. */
export type FivePoints = readonly [Point, Point, Point, Point, Point];
