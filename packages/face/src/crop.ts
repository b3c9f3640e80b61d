import { type Affine, around } from "./plane/affine.ts";
import type { FivePoints } from "./face.ts";
import { distance, mean, type Point } from "./plane/geometry.ts";
import { rollOf } from "./locate/landmarks.ts";

/** Side of the crop, as a multiple of the distance from the eyes to the mouth: head, hair and part of the shoulders. */
const cropSide = 6.2;
/** How far the face lies above the middle: there is more below a face than above it. */
const below = 0.25;
const fullSize = 600;
const enlargedMax = 2;

export interface CropPlan {
  /** Maps pixels of the crop to pixels of the photo. */
  readonly toPhoto: Affine;
  /** Side of the square crop, pixels. */
  readonly size: number;
}

/**
 * The optimized crop of a face: square, eyes level, the face in the middle. 600 x 600, or smaller where that would enlarge the photo more than twice.
 * @param landmarks in pixels of the photo at its full size: enlargement is measured against it
 */
export function planCrop(landmarks: FivePoints): CropPlan {
  const [leftEye, rightEye, , leftMouth, rightMouth] = landmarks;
  const eyes = mean([leftEye, rightEye]);
  const mouth = mean([leftMouth, rightMouth]);
  // A turn shortens the distance between the eyes, a nod the distance from the eyes to the mouth. The longer of the two keeps the head in the crop.
  const unit = Math.max(distance(eyes, mouth), distance(leftEye, rightEye) * 1.05);
  const roll = rollOf(landmarks);
  const middle: Point = mean([eyes, mouth]);
  const centre = { x: middle.x - Math.sin(roll) * unit * below, y: middle.y + Math.cos(roll) * unit * below };
  const side = unit * cropSide;
  const size = Math.max(2, Math.min(fullSize, Math.floor(side * enlargedMax)));
  return { toPhoto: around({ x: size / 2, y: size / 2 }, centre, side / size, side / size, roll), size };
}
