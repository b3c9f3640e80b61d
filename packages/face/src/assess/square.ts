import type { FivePoints } from "../face.ts";
import { rollOf } from "../locate/landmarks.ts";
import { type Affine, around } from "../plane/affine.ts";
import { distance, mean } from "../plane/geometry.ts";

export interface Square {
  /** Of the photo, in its pixels. */
  readonly side: number;
  /** Takes the pixels of an input of the given size to the photo's. */
  readonly toPhoto: Affine;
}

/**
 * A square of a face, level, with the middle between eyes and mouth in its middle.
 * @param reach its side, as a multiple of the distance from the eyes to the mouth, or between the eyes where that is longer
 * @param size of the input that it fills, in pixels
 */
export function squareOf(landmarks: FivePoints, reach: number, size: number): Square {
  const [left, right, , leftMouth, rightMouth] = landmarks;
  const middle = mean([left, right, leftMouth, rightMouth]);
  const side = reach * Math.max(distance(mean([left, right]), mean([leftMouth, rightMouth])), distance(left, right));
  const half = size / 2;
  return { side, toPhoto: around({ x: half, y: half }, middle, side / size, side / size, rollOf(landmarks)) };
}
