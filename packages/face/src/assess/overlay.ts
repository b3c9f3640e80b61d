import type { FivePoints } from "../face.ts";
import type { OverlayEntry } from "../manifest.ts";
import { type Model, outputOf } from "../model.ts";
import type { Image } from "../pixels/image.ts";
import { sample } from "../pixels/sample.ts";
import { squareOf } from "./square.ts";

/** Side of the network's crop, as a multiple of the distance from the eyes to the mouth. */
const reach = 2.6;
/** Padding outside of the photo must not look like a pattern, so it is neither dark nor bright. */
const outsideLuma = 128;

/** Whether a document's pattern lies over the face: a hologram, a guilloche, print. 0 to 1; overlaid from 0.5 on. */
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
