import type { PhotoAnalysis, Wants } from "../engine/engine.ts";
import { directionOf, average } from "./frames-face.ts";
import { type PhotoContext, type PhotoDeps, type PhotoSource, type RejectedPhoto, analyzePhoto } from "./photo.ts";

/** More show hardly anything that these do not. */
export const referencesMax = 5;

/** Who a person is said to be. */
export interface Reference {
  /** Of one photo, or the mean of several. */
  readonly embedding: Float32Array;
  /** How many: the scale of similarity depends on it. */
  readonly photos: number;
}

/** @param embeddings one or more */
export function referenceOf(embeddings: readonly Float32Array[]): Reference {
  const [first] = embeddings;
  if (!first) throw new RangeError("there is no reference");
  // The mean of one is itself, but for rounding: one photo has the same similarity wherever it is compared.
  const embedding = embeddings.length === 1 ? first : directionOf(average(embeddings).sum);
  return { embedding, photos: embeddings.length };
}

/** What several photos of one person show: the first that shows a face, with the mean of all that do as its reference. */
export type ReferenceAnalysis = PhotoAnalysis & { readonly reference: Reference | undefined };

/**
 * Analyzes several photos of one person, all at once.
 * @param found is filled with what each showed
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
