import { type PhotoContext, type PhotoDeps, type PhotoSource, type RejectedPhoto, analyzePhoto } from "./photo.ts";

export type SpoofOutcome =
  | { readonly outcome: "judged"; readonly isSpoof: boolean }
  | { readonly outcome: "missing" | "no_face" }
  | RejectedPhoto;

/** Whether the main face of a photo is a presentation attack. @throws EngineUnavailable */
export async function spoof(
  deps: PhotoDeps,
  photo: PhotoSource | undefined,
  context: PhotoContext,
): Promise<SpoofOutcome> {
  if (photo === undefined) return { outcome: "missing" };
  const result = await analyzePhoto(deps, photo, { spoof: true }, context);
  if (result.outcome === "refused") return result;
  return result.spoof === undefined ? { outcome: "no_face" } : { outcome: "judged", isSpoof: result.spoof.isSpoof };
}
