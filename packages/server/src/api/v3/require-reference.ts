import type { Rejection } from "./endpoint.ts";
import { photoRejection } from "./photos.ts";
import type { PhotoAnalysis } from "@selfsame/photo/engine/engine";
import type { PhotoContext, PhotoDeps, PhotoSource } from "@selfsame/photo/verify/photo";
import { analyzeReferences, type Reference, type ReferenceAnalysis } from "@selfsame/photo/verify/references";

interface Required {
  readonly sources: readonly PhotoSource[];
  /** The part of the request that holds the photos. */
  readonly part: string;
  /** The parameter to name if a photo cannot be downloaded or read. Default: `part`. */
  readonly unreadablePart?: string;
  readonly allowSeveralFaces: boolean;
}

export interface RequiredReference {
  readonly reference: Reference;
  /** The first photo that shows a face. */
  readonly first: ReferenceAnalysis;
  /** All photos, in the order sent. */
  readonly found: readonly PhotoAnalysis[];
}

/** Analyzes the reference photos of a session or a comparison, or rejects them. */
export async function requireReference(
  deps: PhotoDeps,
  { sources, part, unreadablePart = part, allowSeveralFaces }: Required,
  context: PhotoContext,
): Promise<RequiredReference | Rejection> {
  const found: PhotoAnalysis[] = [];
  const wants = { embedding: true, quality: "main", jpeg2000: true } as const;
  const first = await analyzeReferences(deps, sources, wants, context, found);
  if (first.outcome === "refused") return photoRejection(first, unreadablePart);
  if (!first.reference) return { code: "no_face", param: part };
  if (!allowSeveralFaces && found.some(({ faces }) => faces.length > 1)) {
    return { code: "several_faces_found", param: part };
  }
  return { reference: first.reference, first, found };
}
