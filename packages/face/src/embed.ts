import { alignTo } from "./align.ts";
import type { FivePoints } from "./face.ts";
import type { Image } from "./image.ts";
import type { EmbedEntry } from "./manifest.ts";
import { type Model, outputOf } from "./model.ts";
import { sample } from "./sample.ts";

/**
 * The face as a vector of length 1; two of the same embedding contract are compared by cosine.
 *
 * Embeddings of one population share a direction. Subtracting the calibration set's mean takes it away: strangers
 * of one region and gender then match three times less often at the same rate of refused genuine pairs
 * (measured, docs/accuracy.md).
 */
export async function embed(
  image: Image,
  landmarks: FivePoints,
  model: Model,
  entry: EmbedEntry,
): Promise<Float32Array> {
  const values = await embedUncentred(image, landmarks, model, entry);
  const mean = entry.calibration?.mean;
  return normalised(mean ? values.map((value, i) => value - (mean[i] as number)) : values);
}

/** What the model makes of the aligned face, of any length: what a calibration is computed from. */
export async function embedUncentred(
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

/** A copy of length 1. A vector without direction says nothing about a face and is a fault, not a bad match. */
export function normalised(values: Float32Array): Float32Array {
  let square = 0;
  for (const value of values) square += value * value;
  const length = Math.sqrt(square);
  if (!(length > 0 && Number.isFinite(length))) throw new RangeError("embed: the vector has no direction");
  return values.map((value) => value / length);
}

/** Left and right exchanged, row by row, in every channel. */
function mirror(input: Float32Array, width: number): Float32Array {
  const out = new Float32Array(input.length);
  for (let row = 0; row < input.length; row += width) {
    for (let x = 0; x < width; x++) out[row + x] = input[row + width - 1 - x] as number;
  }
  return out;
}
