import type { FivePoints } from "../face.ts";
import type { Image } from "../pixels/image.ts";
import { outputOf } from "../model.ts";
import { sample } from "../pixels/sample.ts";
import { alignTo } from "./align.ts";
import { embed } from "./embed.ts";
import { normalize, type Normalization } from "./normalize.ts";
import type { Pipeline } from "./pipeline.ts";

/**
 * Embedding of a face: the recognizer's, L2-normalized and centered, followed by the second recognizer's if the manifest has one. Each part is compared
 * only with its counterpart (score.ts).
 */
export async function embedFace(image: Image, landmarks: FivePoints, pipeline: Pipeline): Promise<Float32Array> {
  const [first, second] = await embedRaw(image, landmarks, pipeline);
  const { normalisation, secondNormalisation } = pipeline;
  const normalised = normalize(first, normalisation);
  return second ? joined(normalised, normalize(second, secondNormalisation)) : normalised;
}

/**
 * The first recognizer's part alone, and the input for the second, which runs later if the first leaves a doubt (score.ts). If the second uses two
 * crops, or there is no second, the embedding is complete.
 */
export async function embedFirst(
  image: Image,
  landmarks: FivePoints,
  pipeline: Pipeline,
): Promise<{ readonly embedding: Float32Array; readonly forSecond?: Float32Array }> {
  const { embed: entry } = pipeline.manifest.models;
  const { second } = entry;
  if (!second || second.mirror) return { embedding: await embedFace(image, landmarks, pipeline) };
  const first = await embed(image, landmarks, pipeline.models.embed, entry);
  const forSecond = sample(image, alignTo(second.template, landmarks), second.input);
  return { embedding: normalize(first, pipeline.normalisation), forSecond };
}

/** The second recognizer's part. @param seen `forSecond` of embedFirst */
export async function embedSecond(
  seen: Float32Array,
  { models, secondNormalisation }: Pipeline,
): Promise<Float32Array> {
  if (!models.second) throw new Error("there is no second recognizer");
  return normalize(outputOf(await models.second.run(seen), "embedding"), secondNormalisation);
}

/** The same without normalization. */
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

/** Normalizes each part by itself. A part may have any length: only its direction counts. */
export function normalizeParts(
  both: Float32Array,
  dimensions: number,
  [first, second]: readonly [Normalization | undefined, Normalization | undefined],
): Float32Array {
  const parts = partsOf(both, dimensions);
  return joined(normalize(parts[0], first), normalize(parts[1], second));
}
