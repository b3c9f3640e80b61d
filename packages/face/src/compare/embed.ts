import { around, compose } from "../plane/affine.ts";
import { alignTo } from "./align.ts";
import type { FivePoints } from "../face.ts";
import type { Image } from "../pixels/image.ts";
import type { RecognizerEntry } from "../manifest.ts";
import { type Model, outputOf } from "../model.ts";
import { sample } from "../pixels/sample.ts";

/**
 * The mirrored crop is this much wider: two different distances separate impostors of one group better than the same distance twice
 * (docs/research/verification.md).
 */
const mirrorWider = 1.06;

/**
 * Raw output of the model for the aligned face: a vector of any length, to be normalized (normalize.ts) before it is compared. With `mirror`, the mean
 * over the face and its mirror image.
 */
export async function embed(
  image: Image,
  landmarks: FivePoints,
  model: Model,
  entry: RecognizerEntry,
): Promise<Float32Array> {
  const toPhoto = alignTo(entry.template, landmarks);
  const values = outputOf(await model.run(sample(image, toPhoto, entry.input)), "embedding");
  if (!entry.mirror) return values;
  const { width, height } = entry.input;
  const middle = { x: width / 2, y: height / 2 };
  const wider = compose(toPhoto, around(middle, middle, -mirrorWider, mirrorWider));
  const mirrored = outputOf(await model.run(sample(image, wider, entry.input)), "embedding");
  return values.map((value, i) => (value + (mirrored[i] as number)) / 2);
}

/** The cosine of the angle between two vectors of length 1. */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new RangeError("cosine: the vectors differ in length");
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
