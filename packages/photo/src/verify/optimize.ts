import type { Crop } from "../engine/engine.ts";
import { type PhotoContext, type PhotoDeps, type PhotoSource, type RejectedPhoto, analyzePhoto } from "./photo.ts";

export type OptimizeOutcome =
  | { readonly outcome: "optimized"; readonly crop: Crop }
  | { readonly outcome: "missing" | "no_face" }
  | RejectedPhoto;

/** The optimized crop of the main face of a photo. @throws EngineUnavailable */
export async function optimize(
  deps: PhotoDeps,
  photo: PhotoSource | undefined,
  context: PhotoContext,
): Promise<OptimizeOutcome> {
  if (photo === undefined) return { outcome: "missing" };
  const result = await analyzePhoto(deps, photo, { crop: true }, context);
  if (result.outcome === "refused") return result;
  return result.crop === undefined ? { outcome: "no_face" } : { outcome: "optimized", crop: result.crop };
}
