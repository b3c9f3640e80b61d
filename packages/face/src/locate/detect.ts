import { type Affine, apply, around, scaleOf } from "../plane/affine.ts";
import { type Box, boxAround, centerOf, overlap } from "../plane/geometry.ts";
import { decode } from "./decode.ts";
import type { Image } from "../pixels/image.ts";
import type { DetectEntry } from "../manifest.ts";
import type { Model } from "../model.ts";
import { sample } from "../pixels/sample.ts";

/**
 * A face found through a view of the photo. `view` maps input pixels of the detector to the photo, turned so that the face stands upright. `box` is in
 * input pixels.
 */
export interface Detection {
  readonly box: Box;
  readonly view: Affine;
  readonly score: number;
}

/** Color outside of the photo: the detector's mean color carries the least information. */
export const outside = 127;

/** Fits a part of the photo, turned by `angle` radians, into the detector's input. */
export function viewOf(part: Box, angle: number, { input: { width, height } }: DetectEntry): Affine {
  const cos = Math.abs(Math.cos(angle));
  const sin = Math.abs(Math.sin(angle));
  const scale = Math.max(
    (part.width * cos + part.height * sin) / width,
    (part.width * sin + part.height * cos) / height,
  );
  return around({ x: width / 2, y: height / 2 }, centerOf(part), scale, scale, angle);
}

/** All faces that the detector finds through a view, best first. */
export async function detectThrough(
  image: Image,
  view: Affine,
  model: Model,
  entry: DetectEntry,
): Promise<Detection[]> {
  const output = await model.run(sample(image, view, entry.input, outside));
  return suppressDetections(
    decode(output, entry).map((candidate): Detection => ({ ...candidate, view })),
    entry,
  );
}

/** Non-maximum suppression among the detections of one view. */
export const suppressDetections = (found: readonly Detection[], { maxOverlap }: Pick<DetectEntry, "maxOverlap">) =>
  suppress(found, ({ box }, better) => overlap(box, better.box) > maxOverlap);

/** Non-maximum suppression: best first, without those that overlap a better one. */
export function suppress<T extends { readonly score: number }>(
  found: readonly T[],
  sameFace: (candidate: T, better: T) => boolean,
): T[] {
  const kept: T[] = [];
  for (const candidate of found.toSorted((a, b) => b.score - a.score)) {
    if (!kept.some((better) => sameFace(candidate, better))) kept.push(candidate);
  }
  return kept;
}

/** A detection's box in the photo: axis-aligned, with the size and center that it has in the view. */
export function boxInPhoto({ box, view }: Detection): Box {
  const scale = scaleOf(view);
  const sideways = Math.abs(view.b) > Math.abs(view.a);
  const [width, height] = sideways ? [box.height, box.width] : [box.width, box.height];
  return boxAround(apply(view, centerOf(box)), width * scale, height * scale);
}
