import type { FivePoints } from "../face.ts";
import type { CoveredEntry } from "../manifest.ts";
import { type Model, outputOf } from "../model.ts";
import type { Image } from "../pixels/image.ts";
import { sample } from "../pixels/sample.ts";
import { squareOf } from "./square.ts";

/** How much of mouth and eyes seems covered, 0 to 1; covered from 0.5 on. */
export interface Covered {
  readonly mouth: number;
  readonly eyes: number;
}

export const uncovered: Covered = { mouth: 0, eyes: 0 };

/** Side of the network's crop, as a multiple of the distance from the eyes to the mouth: forehead to below the chin. */
const reach = 2.6;
/** A mouth that seems covered is checked again in this closer crop. False positives rarely occur in both (docs/research/covered-faces.md). */
const nearReach = 2.4;
/** Padding outside of the photo must not look like a cover, so it is neither dark nor bright. */
const outsideLuma = 128;

/** Whether something covers the mouth or both eyes. Hair, beards, glasses and scarves around the face are no covers. */
export async function checkCovered(
  image: Image,
  landmarks: FivePoints,
  model: Model,
  { input, limits }: CoveredEntry,
): Promise<Covered> {
  const look = async (from: number) => {
    const { toPhoto } = squareOf(landmarks, from, input.width);
    return outputOf(await model.run(sample(image, toPhoto, input, outsideLuma)), "logits");
  };
  const [mouth = 0, eyes = 0] = await look(reach);
  const [nearMouth = 0] = mouth < limits.mouth ? [mouth] : await look(nearReach);
  return { mouth: sigmoid(Math.min(mouth, nearMouth) - limits.mouth), eyes: sigmoid(eyes - limits.eyes) };
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));
