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
  /** Further photos of the same person: those that show a face are averaged with the first. */
  readonly moreReferences?: readonly PhotoSource[];
  readonly selfie: PhotoSource | undefined;
  /** On the similarity scale; default: the model's. */
  readonly threshold?: number;
  /** From the selfie's live challenge, if there was one. */
  readonly frames?: FramesFace | undefined;
  /** Results besides the comparison that the contract reports of each photo. */
  readonly wants: Readonly<Record<PhotoRole, Wants>>;
}

export type VerifyOutcome =
  | {
      readonly outcome: "compared";
      readonly match: boolean;
      /** Why there is no match: two people, or another person performed the challenge. */
      readonly reasons: readonly Mismatch[];
      readonly similarity: number;
      readonly threshold: number;
      /** The first that shows a face. */
      readonly reference: PhotoAnalysis;
      /** All of them, in order. Those without an embedding show no face. */
      readonly references: readonly PhotoAnalysis[];
      readonly selfie: PhotoAnalysis;
    }
  | { readonly outcome: "missing" | "no_face"; readonly photo: PhotoRole }
  | (RejectedPhoto & { readonly photo: PhotoRole });

/** Reason to abort the remaining work. Created once: a new one for each verify would capture a stack each time. */
const notNeeded = new DOMException("The outcome is certain.", "AbortError");

/**
 * Whether the main faces of two photos show one person. A missing photo is reported before anything is downloaded or decoded; later, if both photos
 * fail, the reference is reported.
 * @throws EngineUnavailable
 */
export async function verify(deps: VerifyDeps, request: VerifyRequest, context: PhotoContext): Promise<VerifyOutcome> {
  if (request.reference === undefined) return { outcome: "missing", photo: "reference" };
  if (request.selfie === undefined) return { outcome: "missing", photo: "selfie" };

  // Both at once. When the outcome is certain, the remaining work is aborted.
  const decided = new AbortController();
  const both = { ...context, signal: AbortSignal.any([context.signal, decided.signal]) };
  const references: PhotoAnalysis[] = [];
  const sources = [request.reference, ...(request.moreReferences ?? [])];
  // A challenge's frames have complete embeddings.
  const embedding = request.frames ? true : "first";
  const referenceAnalysis = analyzeReferences(
    deps,
    sources,
    { ...request.wants.reference, embedding },
    both,
    references,
  );
  const selfieAnalysis = analyzePhoto(deps, request.selfie, { ...request.wants.selfie, embedding }, both);
  // A selfie without room ends the request at once; otherwise a failed reference is reported first.
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
