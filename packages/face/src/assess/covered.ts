import type { FivePoints } from "../face.ts";
import type { CoveredEntry } from "../manifest.ts";
import { type Model, outputOf } from "../model.ts";
import type { Image } from "../pixels/image.ts";
import { sample } from "../pixels/sample.ts";
import { squareOf } from "./square.ts";

/** How much a face seems to be covered, 0 to 1; from a half on, it counts as covered. */
export interface Covered {
  readonly mouth: number;
  readonly eyes: number;
}

export const uncovered: Covered = { mouth: 0, eyes: 0 };

/** Of what the network sees, in distances from eyes to mouth: from the forehead to below the chin. */
const reach = 2.6;
/** A mouth that seems covered gets a second look, from this near: what is wrongly taken for a cover in one crop rarely is in both (docs/research/covered-faces.md). */
const nearReach = 2.4;
/** What lies outside of the photo is no cover: neither dark nor bright. */
const outsideLuma = 128;

/** Whether something is before the mouth or before both eyes. Hair, a beard, glasses and a scarf around the face are no covers. */
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
