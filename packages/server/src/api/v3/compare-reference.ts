import type { Form } from "@selfsame/photo/images/multipart";
import type { FramesFace } from "@selfsame/photo/verify/frames-face";
import type { PhotoContext, PhotoSource } from "@selfsame/photo/verify/photo";
import { verify as verifyFaces, type VerifyOutcome } from "@selfsame/photo/verify/verify";
import { verifyKnown } from "@selfsame/photo/verify/verify-known";
import type { EndpointDeps } from "./endpoint.ts";
import { type ReferenceDocument, referencesOf } from "./reference-document.ts";
import { factsOf, type ReferenceFacts, type ReferenceTemplate } from "./reference-template.ts";

/** What a selfie is compared with, and the settings of the comparison. */
export interface ComparedWith {
  readonly selfie: PhotoSource | undefined;
  readonly threshold: number | undefined;
  /** Whether the selfie is checked for presentation attacks. */
  readonly spoof: boolean;
  readonly template: ReferenceTemplate | undefined;
  readonly document: ReferenceDocument | undefined;
  readonly frames: FramesFace | undefined;
}

/** The result of a comparison, and what the response reports about the reference. */
export type Compared =
  | (Pick<
      Extract<VerifyOutcome, { readonly outcome: "compared" }>,
      "outcome" | "match" | "reasons" | "similarity" | "threshold" | "selfie"
    > & {
      readonly model: string;
      readonly facts: ReferenceFacts;
    })
  | Exclude<VerifyOutcome, { readonly outcome: "compared" }>;

/** Compares a selfie with the photos of a form, with a document's portrait or with a template. @throws EngineUnavailable */
export async function compareReference(
  deps: EndpointDeps,
  form: Form,
  { template, document, frames, selfie, threshold, spoof }: ComparedWith,
  context: PhotoContext,
): Promise<Compared> {
  const wants = { quality: "main", ...(spoof && { spoof }) } as const;
  if (template) {
    if (!selfie) return { outcome: "missing", photo: "selfie" };
    const { reference, model, facts } = template;
    const known = await verifyKnown(deps, { reference, model, selfie, threshold, frames, wants }, context);
    return known.outcome === "compared" ? { ...known, model, facts } : { ...known, photo: "selfie" };
  }
  const sources = referencesOf(form, document);
  const request = {
    reference: sources[0],
    moreReferences: sources.slice(1),
    selfie,
    wants: { reference: { quality: "main", jpeg2000: true }, selfie: wants },
    ...(threshold === undefined ? {} : { threshold }),
    frames,
  } as const;
  const outcome = await verifyFaces(deps, request, context);
  if (outcome.outcome !== "compared") return outcome;
  const facts = factsOf(outcome.reference, outcome.references, document);
  return { ...outcome, model: deps.comparison.model, facts };
}
