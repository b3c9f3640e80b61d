import type { PhotoAnalysis, Wants } from "../engine/engine.ts";
import type { Comparison } from "./comparison.ts";
import { type PhotoContext, type PhotoDeps, type PhotoSource, type RefusedPhoto, lookAt } from "./photo.ts";

export type PhotoRole = "reference" | "selfie";

export interface VerifyDeps extends PhotoDeps {
  readonly comparison: Comparison;
}

export interface VerifyRequest {
  readonly reference: PhotoSource | undefined;
  readonly selfie: PhotoSource | undefined;
  /** On the similarity scale; the model's default when absent. */
  readonly threshold?: number;
  /** What the contract tells of each photo beside the comparison. */
  readonly wants: Readonly<Record<PhotoRole, Wants>>;
}

export type VerifyOutcome =
  | {
      readonly outcome: "compared";
      readonly match: boolean;
      readonly similarity: number;
      readonly threshold: number;
      readonly reference: PhotoAnalysis;
      readonly selfie: PhotoAnalysis;
    }
  | { readonly outcome: "missing" | "no_face"; readonly photo: PhotoRole }
  | (RefusedPhoto & { readonly photo: PhotoRole });

/**
 * Whether the main faces of two photos are of one person. A missing photo is told before anything is fetched or decoded; after
 * that, where both photos fail, the reference is reported.
 *
 * @throws EngineUnavailable
 */
export async function verify(deps: VerifyDeps, request: VerifyRequest, context: PhotoContext): Promise<VerifyOutcome> {
  if (request.reference === undefined) return { outcome: "missing", photo: "reference" };
  if (request.selfie === undefined) return { outcome: "missing", photo: "selfie" };

  // Both at once; the selfie's work is dropped as soon as the reference has failed.
  const referenceFailed = new AbortController();
  const selfieContext = { ...context, signal: AbortSignal.any([context.signal, referenceFailed.signal]) };
  const selfieLook = lookAt(deps, request.selfie, withEmbedding(request.wants.selfie), selfieContext);
  // Awaited below, but only if the reference gets that far.
  selfieLook.catch(() => {});
  try {
    const reference = withFace(await lookAt(deps, request.reference, withEmbedding(request.wants.reference), context));
    if (reference.outcome !== "analyzed") return { ...reference, photo: "reference" };
    const selfie = withFace(await selfieLook);
    if (selfie.outcome !== "analyzed") return { ...selfie, photo: "selfie" };
    return compare(deps.comparison, reference, selfie, request.threshold);
  } finally {
    referenceFailed.abort();
  }
}

type WithFace = PhotoAnalysis & { readonly embedding: Float32Array };

function withFace(result: PhotoAnalysis | RefusedPhoto): WithFace | RefusedPhoto | { readonly outcome: "no_face" } {
  if (result.outcome === "refused") return result;
  const { embedding } = result;
  return embedding === undefined ? { outcome: "no_face" } : { ...result, embedding };
}

function withEmbedding(wants: Wants): Wants {
  return { ...wants, embedding: true };
}

function compare(
  comparison: Comparison,
  reference: WithFace,
  selfie: WithFace,
  threshold = comparison.threshold,
): VerifyOutcome {
  const similarity = comparison.similarity(reference.embedding, selfie.embedding);
  return { outcome: "compared", match: similarity >= threshold, similarity, threshold, reference, selfie };
}
