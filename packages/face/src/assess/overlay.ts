import type { FivePoints } from "../face.ts";
import type { OverlayEntry } from "../manifest.ts";
import { type Model, outputOf } from "../model.ts";
import type { Image } from "../pixels/image.ts";
import { sample } from "../pixels/sample.ts";
import { squareOf } from "./square.ts";

/** Of what the network sees, in distances from eyes to mouth. */
const reach = 2.6;
/** What lies outside of the photo is no pattern: neither dark nor bright. */
const outsideLuma = 128;

/** Whether a pattern of a document lies over the face: a hologram, a guilloche, printed words. 0 to 1; from a half on, it does. */
export async function checkOverlay(
  image: Image,
  landmarks: FivePoints,
  model: Model,
  { input, limit }: OverlayEntry,
): Promise<number> {
  const { toPhoto } = squareOf(landmarks, reach, input.width);
  const [logit = 0] = outputOf(await model.run(sample(image, toPhoto, input, outsideLuma)), "logit");
  return 1 / (1 + Math.exp(limit - logit));
}
