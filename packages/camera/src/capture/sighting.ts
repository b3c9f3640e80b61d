import type { Covered } from "@selfsame/face/assess/covered";
import type { Box, Point } from "@selfsame/face/plane/geometry";
import type { Gesture } from "@selfsame/face/assess/gestures";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What the detector saw in one frame. Boxes are in pixels of the frame, which is upright and not mirrored. */
export interface Sighting {
  /** Counts up; names the frame to the worker that keeps it. */
  readonly frame: number;
  readonly size: Size;
  /** Mean luma of the whole frame, 0 to 255. */
  readonly brightness: number;
  /** By how much red, green and blue differ on average, 0 to 255: 0 in a grey picture. */
  readonly color: number;
  /** Every face, the main one first, then by size. */
  readonly boxes: readonly Box[];
  /** More about the largest one; undefined where there is none. */
  readonly face?: FaceDetails;
}

export interface FaceDetails {
  readonly box: Box;
  /** Degrees, see @selfsame/face/face. */
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
  /** The likelihood that the eyes are open, 0 to 1: that of the eye that is more open, since one may be in shadow or hair. */
  readonly eyesOpen: number;
  readonly covered: Covered;
  /** Mean luma of the face, 0 to 255. */
  readonly brightness: number;
  /** That of the darker cheek over that of the brighter one. */
  readonly evenness: number;
  /** How much fine detail the face shows, at one fixed size: see quality.ts of @selfsame/face. */
  readonly sharpness: number;
  /** How little it is blurred, whatever its detail: see focus.ts. */
  readonly focus: number;
  /** The tip of the nose: what tells movement from frame to frame best. */
  readonly nose: Point;
  /** What the steps of a live challenge change. */
  readonly gesture: Gesture;
}
