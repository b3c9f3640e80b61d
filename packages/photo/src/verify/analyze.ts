import type { PhotoAnalysis } from "../engine/engine.ts";
import { type PhotoContext, type PhotoDeps, type PhotoSource, type RejectedPhoto, analyzePhoto } from "./photo.ts";

export type AnalyzeOutcome = PhotoAnalysis | { readonly outcome: "missing" } | RejectedPhoto;

/**
 * Every face of a photo, with pose and quality; there may be none.
 * @param spoof whether the main face is also checked for presentation attacks
 * @throws EngineUnavailable
 */
export async function analyze(
  deps: PhotoDeps,
  photo: PhotoSource | undefined,
  spoof: boolean,
  context: PhotoContext,
): Promise<AnalyzeOutcome> {
  if (photo === undefined) return { outcome: "missing" };
  return analyzePhoto(deps, photo, { quality: "all", ...(spoof && { spoof }) }, context);
}
