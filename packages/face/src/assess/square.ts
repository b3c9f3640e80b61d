import type { FivePoints } from "../face.ts";
import { rollOf } from "../locate/landmarks.ts";
import { type Affine, around } from "../plane/affine.ts";
import { distance, mean } from "../plane/geometry.ts";

export interface Square {
  /** In pixels of the photo. */
  readonly side: number;
  /** Maps input pixels to photo pixels. */
  readonly toPhoto: Affine;
}

/**
 * A level square of a face, centered between eyes and mouth.
 * @param reach its side, as a multiple of the distance from the eyes to the mouth, or between the eyes if that is longer
 * @param size of the input that it fills, in pixels
 */
export function squareOf(landmarks: FivePoints, reach: number, size: number): Square {
  const [left, right, , leftMouth, rightMouth] = landmarks;
  const middle = mean([left, right, leftMouth, rightMouth]);
  const side = reach * Math.max(distance(mean([left, right]), mean([leftMouth, rightMouth])), distance(left, right));
  const half = size / 2;
  return { side, toPhoto: around({ x: half, y: half }, middle, side / size, side / size, rollOf(landmarks)) };
}
