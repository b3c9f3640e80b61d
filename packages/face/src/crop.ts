import { type Affine, around } from "./plane/affine.ts";
import type { FivePoints } from "./face.ts";
import { distance, mean, type Point } from "./plane/geometry.ts";
import { rollOf } from "./locate/landmarks.ts";

/** The side of the crop over the distance from the eyes to the mouth: head, hair and some shoulder. */
const cropSide = 6.2;
/** Where the eyes and the mouth lie, a little above the middle: there is more below a face than above. */
const below = 0.25;
const fullSize = 600;
const enlargedMax = 2;

export interface CropPlan {
  /** Takes pixels of the crop to the photo. */
  readonly toPhoto: Affine;
  /** Pixels of the square crop's side. */
  readonly size: number;
}

/**
 * The optimized crop of a face: square, eyes level, the face in the middle, 600 x 600 or, where that would enlarge
 * the photo more than twice, smaller.
 * @param landmarks in pixels of the photo at its full size, for that is what "enlarged" refers to
 */
export function planCrop(landmarks: FivePoints): CropPlan {
  const [leftEye, rightEye, , leftMouth, rightMouth] = landmarks;
  const eyes = mean([leftEye, rightEye]);
  const mouth = mean([leftMouth, rightMouth]);
  // A turned head narrows the eyes, a nodding one the way down to the mouth: the larger of both keeps the head in.
  const unit = Math.max(distance(eyes, mouth), distance(leftEye, rightEye) * 1.05);
  const roll = rollOf(landmarks);
  const middle: Point = mean([eyes, mouth]);
  const centre = { x: middle.x - Math.sin(roll) * unit * below, y: middle.y + Math.cos(roll) * unit * below };
  const side = unit * cropSide;
  const size = Math.max(2, Math.min(fullSize, Math.floor(side * enlargedMax)));
  return { toPhoto: around({ x: size / 2, y: size / 2 }, centre, side / size, side / size, roll), size };
}
