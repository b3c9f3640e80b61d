import type { PhotoAnalysis, Wants } from "../engine/engine.ts";
import { directionOf, sumUp } from "./frames-face.ts";
import { type PhotoContext, type PhotoDeps, type PhotoSource, type RefusedPhoto, lookAt } from "./photo.ts";

/** More show hardly anything that these do not. */
export const referencesMax = 5;

/**
 * Looks at several photos of one person, all at once.
 * @param found is filled with what each showed
 * @returns the first that shows a face, with the mean of all that do as its embedding
 */
export async function lookAtReferences(
  deps: PhotoDeps,
  sources: readonly PhotoSource[],
  wants: Wants,
  context: PhotoContext,
  found: PhotoAnalysis[],
): Promise<PhotoAnalysis | RefusedPhoto> {
  const looks = await Promise.all(sources.map((source) => lookAt(deps, source, wants, context)));
  for (const look of looks) {
    if (look.outcome === "refused") return look;
    found.push(look);
  }
  const usable = found.filter(({ embedding }) => embedding !== undefined);
  const first = usable[0] ?? found[0];
  if (!first) throw new RangeError("there is no reference");
  if (usable.length < 2) return first;
  return { ...first, embedding: directionOf(sumUp(usable.flatMap(({ embedding }) => embedding ?? [])).sum) };
}
