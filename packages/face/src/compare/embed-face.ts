import type { Pipeline } from "../analyze.ts";
import type { FivePoints } from "../face.ts";
import type { Image } from "../pixels/image.ts";
import { embed } from "./embed.ts";
import { normalise, type Normalisation } from "./normalise.ts";

/**
 * What a face is compared by: the embedding of the manifest's recognizer, L2-normalised and centred, and after it that of the second where there is one.
 * The parts are compared with their like only (score.ts).
 */
export async function embedFace(image: Image, landmarks: FivePoints, pipeline: Pipeline): Promise<Float32Array> {
  const [first, second] = await embedRaw(image, landmarks, pipeline);
  const { normalisation, secondNormalisation } = pipeline;
  const normalised = normalise(first, normalisation);
  return second ? joined(normalised, normalise(second, secondNormalisation)) : normalised;
}

/** The same as the models give it. */
export async function embedRaw(
  image: Image,
  landmarks: FivePoints,
  { models, manifest }: Pick<Pipeline, "models" | "manifest">,
): Promise<readonly [first: Float32Array, second?: Float32Array]> {
  const { embed: entry } = manifest.models;
  const first = await embed(image, landmarks, models.embed, entry);
  if (!entry.second) return [first];
  if (!models.second) throw new Error(`the model ${entry.second.id} is not loaded`);
  return [first, await embed(image, landmarks, models.second, entry.second)];
}

export function joined(first: Float32Array, second: Float32Array): Float32Array {
  const both = new Float32Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** @param dimensions of the first part */
export function partsOf(both: Float32Array, dimensions: number): readonly [first: Float32Array, second: Float32Array] {
  return [both.subarray(0, dimensions), both.subarray(dimensions)];
}

/** Each part by its own. A part of any length may be normalised: only its direction counts. */
export function normaliseParts(
  both: Float32Array,
  dimensions: number,
  [first, second]: readonly [Normalisation | undefined, Normalisation | undefined],
): Float32Array {
  const parts = partsOf(both, dimensions);
  return joined(normalise(parts[0], first), normalise(parts[1], second));
}
