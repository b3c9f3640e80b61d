import { type Affine, around } from "../plane/affine.ts";
import { edgesAround } from "./edges.ts";
import { type Box, boxAround, centreOf } from "../plane/geometry.ts";
import type { Image } from "../pixels/image.ts";
import type { SpoofEntry } from "../manifest.ts";
import { type Model, outputOf } from "../model.ts";
import { sample } from "../pixels/sample.ts";
import { softmax } from "../softmax.ts";

export interface SpoofCheck {
  /** The probability that the face is bona fide, 0 to 1. */
  readonly live: number;
  readonly isSpoof: boolean;
}

/**
 * Judges whether a face is live or a presentation attack, from the face and what is around it: the edge of a
 * print or a screen is as telling as the face itself. So it needs the photo as taken, not a crop of the face.
 * @param box the detector's box, in pixels of the photo
 */
export async function checkSpoof(image: Image, box: Box, model: Model, entry: SpoofEntry): Promise<SpoofCheck> {
  const sums: number[] = [];
  for (const scale of entry.cropScales) {
    const toPhoto = spoofCrop(box, scale, image, entry.input);
    const logits = outputOf(await model.run(sample(image, toPhoto, entry.input)), "logits");
    for (const [i, logit] of logits.entries()) sums[i] = (sums[i] ?? 0) + logit / entry.cropScales.length;
  }
  if (entry.edges) sums[entry.liveClass] = (sums[entry.liveClass] ?? 0) - framed(image, box, entry.edges);
  const live = softmax(sums)[entry.liveClass] ?? 0;
  return { live, isSpoof: live < entry.threshold };
}

/** What edges around the face take from the log odds of being live. A side that the photo does not show counts as usual: hiding it gains nothing. */
function framed(image: Image, box: Box, { weight, usual }: NonNullable<SpoofEntry["edges"]>): number {
  const sides = edgesAround(image, box);
  return (weight * sides.reduce((sum, side) => sum + side - usual, 0)) / 4;
}

/** The box enlarged around its centre, no further than the photo allows, then shifted to lie inside (as the model was trained). */
export function spoofCrop(
  box: Box,
  scale: number,
  photo: { readonly width: number; readonly height: number },
  input: { readonly width: number; readonly height: number },
): Affine {
  const factor = Math.min(scale, photo.width / box.width, photo.height / box.height);
  const crop = boxAround(centreOf(box), box.width * factor, box.height * factor);
  const inside = {
    x: Math.min(Math.max(crop.x, 0), photo.width - crop.width) + crop.width / 2,
    y: Math.min(Math.max(crop.y, 0), photo.height - crop.height) + crop.height / 2,
  };
  const middle = { x: input.width / 2, y: input.height / 2 };
  return around(middle, inside, crop.width / input.width, crop.height / input.height);
}
