import type { PhotoAnalysis, Wants } from "../engine/engine.ts";
import type { Comparison } from "./comparison.ts";
import { compareFaces, type Mismatch } from "./compare-faces.ts";
import type { FramesFace } from "./frames-face.ts";
import { analyzeReferences, referenceOf } from "./references.ts";
import { settleDoubt } from "./settle-doubt.ts";
import { type PhotoContext, type PhotoDeps, type PhotoSource, type RejectedPhoto, analyzePhoto } from "./photo.ts";

export type PhotoRole = "reference" | "selfie";

export interface VerifyDeps extends PhotoDeps {
  readonly comparison: Comparison;
}

export interface VerifyRequest {
  readonly reference: PhotoSource | undefined;
  /** Of the same person: those that show a face are averaged with the first. */
  readonly moreReferences?: readonly PhotoSource[];
  readonly selfie: PhotoSource | undefined;
  /** On the similarity scale; the model's default when absent. */
  readonly threshold?: number;
  /** Of the live challenge that the selfie comes from, where there was one. */
  readonly frames?: FramesFace | undefined;
  /** What the contract reports of each photo beside the comparison. */
  readonly wants: Readonly<Record<PhotoRole, Wants>>;
}

export type VerifyOutcome =
  | {
      readonly outcome: "compared";
      readonly match: boolean;
      /** Why not: the photos show two people, or another person performed the challenge. */
      readonly reasons: readonly Mismatch[];
      readonly similarity: number;
      readonly threshold: number;
      /** The first that shows a face. */
      readonly reference: PhotoAnalysis;
      /** All of them, in order. Those without an embedding were of no use. */
      readonly references: readonly PhotoAnalysis[];
      readonly selfie: PhotoAnalysis;
    }
  | { readonly outcome: "missing" | "no_face"; readonly photo: PhotoRole }
  | (RejectedPhoto & { readonly photo: PhotoRole });

/** Why what is left of the work is dropped. Made once: of its own, `abort` takes down the stack for each verify. */
const notNeeded = new DOMException("The outcome is certain.", "AbortError");

/**
 * Whether the main faces of two photos are of one person. A missing photo is reported before anything is fetched or decoded; after that, where
 * both photos fail, the reference is reported.
 * @throws EngineUnavailable
 */
export async function verify(deps: VerifyDeps, request: VerifyRequest, context: PhotoContext): Promise<VerifyOutcome> {
  if (request.reference === undefined) return { outcome: "missing", photo: "reference" };
  if (request.selfie === undefined) return { outcome: "missing", photo: "selfie" };

  // Both at once. As soon as the outcome is certain, what is left of the work is dropped.
  const decided = new AbortController();
  const both = { ...context, signal: AbortSignal.any([context.signal, decided.signal]) };
  const references: PhotoAnalysis[] = [];
  const sources = [request.reference, ...(request.moreReferences ?? [])];
  // The frames of a challenge were embedded whole.
  const embedding = request.frames ? true : "first";
  const referenceAnalysis = analyzeReferences(
    deps,
    sources,
    { ...request.wants.reference, embedding },
    both,
    references,
  );
  const selfieAnalysis = analyzePhoto(deps, request.selfie, { ...request.wants.selfie, embedding }, both);
  // A selfie that finds no room ends it at once; otherwise the reference is reported first.
  const selfieFailed = selfieAnalysis.then(() => referenceAnalysis);
  for (const analysis of [referenceAnalysis, selfieAnalysis, selfieFailed]) analysis.catch(() => {});
  try {
    const seen = await Promise.race([referenceAnalysis, selfieFailed]);
    if (seen.outcome === "refused") return { ...seen, photo: "reference" };
    const { reference: ofFirst, ...first } = seen;
    if (!ofFirst) return { outcome: "no_face", photo: "reference" };
    const selfie = await selfieAnalysis;
    if (selfie.outcome === "refused") return { ...selfie, photo: "selfie" };
    if (!selfie.embedding) return { outcome: "no_face", photo: "selfie" };
    const threshold = request.threshold ?? deps.comparison.threshold;
    const whole = await settleDoubt(deps, { references, selfie }, both);
    const reference = referenceOf(whole.references.flatMap((photo) => photo.embedding ?? []));
    const faces = { reference, selfie: whole.selfie.embedding ?? selfie.embedding, frames: request.frames };
    const compared = compareFaces(deps.comparison, faces, threshold);
    return { outcome: "compared", ...compared, threshold, reference: first, references, selfie };
  } finally {
    decided.abort(notNeeded);
  }
}
