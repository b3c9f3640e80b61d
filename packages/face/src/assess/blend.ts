import type { BlendEntry } from "../manifest.ts";
import { type Model, outputOf } from "../model.ts";
import type { Image } from "../pixels/image.ts";
import { sample } from "../pixels/sample.ts";
import { around } from "../plane/affine.ts";
import { distance, mean, type Point } from "../plane/geometry.ts";

/** Side of the crop, in distances between the eyes, or from the eyes to the mouth where that is longer: a turned head is not larger. */
const reach = 144 / 56;
const outsideLuma = 128;

/**
 * The log odds that software changed the face: blended another one into it, or disguised it with spots.
 * @param points 68 landmarks, pixels of the image
 */
export async function checkBlend(
  image: Image,
  points: readonly Point[],
  model: Model,
  { input }: BlendEntry,
): Promise<number> {
  const [left, right] = [mean(points.slice(36, 42)), mean(points.slice(42, 48))];
  const mouth = mean([points[48] as Point, points[54] as Point]);
  const scale = (reach * Math.max(distance(left, right), distance(mean([left, right]), mouth))) / input.width;
  const middle = { x: input.width / 2, y: input.height / 2 };
  const toPhoto = around(middle, mean(points), scale, scale, Math.atan2(right.y - left.y, right.x - left.x));
  const [logit = 0] = outputOf(await model.run(sample(image, toPhoto, input, outsideLuma)), "logit");
  return logit;
}
