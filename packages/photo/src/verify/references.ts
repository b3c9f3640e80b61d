import type { PhotoAnalysis, Wants } from "../engine/engine.ts";
import { directionOf, average } from "./frames-face.ts";
import { type PhotoContext, type PhotoDeps, type PhotoSource, type RejectedPhoto, analyzePhoto } from "./photo.ts";

/** Further photos add hardly anything. */
export const referencesMax = 5;

/** The person that a selfie is compared with. */
export interface Reference {
  /** Of one photo, or the mean of several. */
  readonly embedding: Float32Array;
  /** Number of photos: the scale of similarity depends on it. */
  readonly photos: number;
}

/** @param embeddings one or more */
export function referenceOf(embeddings: readonly Float32Array[]): Reference {
  const [first] = embeddings;
  if (!first) throw new RangeError("there is no reference");
  // One photo is not averaged: rounding must not change its similarity.
  const embedding = embeddings.length === 1 ? first : directionOf(average(embeddings).sum);
  return { embedding, photos: embeddings.length };
}

/** Several photos of one person: the first that shows a face, and the mean of all that do as reference. */
export type ReferenceAnalysis = PhotoAnalysis & { readonly reference: Reference | undefined };

/**
 * Analyzes several photos of one person, all at once.
 * @param found receives the result of each
 */
export async function analyzeReferences(
  deps: PhotoDeps,
  sources: readonly PhotoSource[],
  wants: Wants,
  context: PhotoContext,
  found: PhotoAnalysis[],
): Promise<ReferenceAnalysis | RejectedPhoto> {
  const results = await Promise.all(sources.map((source) => analyzePhoto(deps, source, wants, context)));
  for (const result of results) {
    if (result.outcome === "refused") return result;
    found.push(result);
  }
  const first = found.find(({ embedding }) => embedding !== undefined) ?? found[0];
  if (!first) throw new RangeError("there is no reference");
  const embeddings = found.flatMap(({ embedding }) => embedding ?? []);
  return { ...first, reference: embeddings.length === 0 ? undefined : referenceOf(embeddings) };
}
