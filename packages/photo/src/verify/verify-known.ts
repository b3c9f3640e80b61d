import type { PhotoAnalysis, Wants } from "../engine/engine.ts";
import { compareFaces, type Mismatch } from "./compare-faces.ts";
import { comparisonOf, modelFor } from "./comparison.ts";
import type { FramesFace } from "./frames-face.ts";
import { analyzePhoto, type PhotoContext, type PhotoSource, type RejectedPhoto } from "./photo.ts";
import type { Reference } from "./references.ts";
import type { VerifyDeps } from "./verify.ts";

export interface KnownReference {
  readonly reference: Reference;
  /** The embedding contract of the current or an earlier recognizer. */
  readonly model: string;
  readonly selfie: PhotoSource;
  readonly threshold: number | undefined;
  /** From the selfie's live challenge, by the same recognizer. */
  readonly frames: FramesFace | undefined;
  readonly wants: Wants;
}

export type KnownOutcome =
  | {
      readonly outcome: "compared";
      readonly match: boolean;
      readonly reasons: readonly Mismatch[];
      readonly similarity: number;
      readonly threshold: number;
      readonly selfie: PhotoAnalysis;
    }
  | { readonly outcome: "no_face" }
  | RejectedPhoto;

/** Compares a selfie with a known embedding; the photo is embedded with the same recognizer. @throws EngineUnavailable */
export async function verifyKnown(
  deps: VerifyDeps,
  asked: KnownReference,
  context: PhotoContext,
): Promise<KnownOutcome> {
  const { reference, model, frames, wants } = asked;
  const comparison = comparisonOf(deps.comparison, model);
  if (!comparison) throw new Error("a reference of an unknown recognizer was to be compared");
  const look = { ...context, model: modelFor(deps.comparison, model) };
  const selfie = await analyzePhoto(deps, asked.selfie, { ...wants, embedding: true }, look);
  if (selfie.outcome === "refused") return selfie;
  const { embedding } = selfie;
  if (!embedding) return { outcome: "no_face" };
  const threshold = asked.threshold ?? comparison.threshold;
  const compared = compareFaces(comparison, { reference, selfie: embedding, frames }, threshold);
  return { outcome: "compared", ...compared, threshold, selfie };
}
