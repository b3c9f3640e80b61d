import { alignTo } from "./align.ts";
import type { FivePoints } from "../face.ts";
import type { Image } from "../pixels/image.ts";
import type { EmbedEntry } from "../manifest.ts";
import { type Model, outputOf } from "../model.ts";
import { sample } from "../pixels/sample.ts";

/**
 * What the model makes of the aligned face: a vector of any length, to be normalised (normalise.ts) before it is
 * compared. With `mirror`, the mean over the face and its mirror image.
 */
export async function embed(
  image: Image,
  landmarks: FivePoints,
  model: Model,
  entry: EmbedEntry,
): Promise<Float32Array> {
  const input = sample(image, alignTo(entry.template, landmarks), entry.input);
  const values = outputOf(await model.run(input), "embedding");
  if (!entry.mirror) return values;
  const mirrored = outputOf(await model.run(mirror(input, entry.input.width)), "embedding");
  return values.map((value, i) => (value + (mirrored[i] as number)) / 2);
}

/** The cosine of the angle between two vectors of length 1. */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new RangeError("cosine: the vectors differ in length");
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/** Left and right exchanged, row by row, in every channel. */
function mirror(input: Float32Array, width: number): Float32Array {
  const out = new Float32Array(input.length);
  for (let row = 0; row < input.length; row += width) {
    for (let x = 0; x < width; x++) out[row + x] = input[row + width - 1 - x] as number;
  }
  return out;
}
