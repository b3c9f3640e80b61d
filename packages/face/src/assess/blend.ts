import { fivePointsOf, rollOf } from "../locate/landmarks.ts";
import type { BlendEntry } from "../manifest.ts";
import { type Model, outputOf } from "../model.ts";
import type { Image } from "../pixels/image.ts";
import { sample } from "../pixels/sample.ts";
import { around } from "../plane/affine.ts";
import { mean, type Point } from "../plane/geometry.ts";
import { faceSizeOf } from "./gestures.ts";

/** Side of the crop, as a multiple of the face's size. */
const reach = 144 / 56;
const outsideLuma = 128;

/**
 * Log odds that software altered the face: blended it with another, or disguised it with spots.
 * @param points 68 landmarks, pixels of the image
 */
export async function checkBlend(
  image: Image,
  points: readonly Point[],
  model: Model,
  { input }: BlendEntry,
): Promise<number> {
  const scale = (reach * faceSizeOf(points)) / input.width;
  const middle = { x: input.width / 2, y: input.height / 2 };
  const toPhoto = around(middle, mean(points), scale, scale, rollOf(fivePointsOf(points)));
  const [logit = 0] = outputOf(await model.run(sample(image, toPhoto, input, outsideLuma)), "logit");
  return logit;
}
