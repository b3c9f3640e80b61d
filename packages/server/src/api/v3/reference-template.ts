/** The reference as a template that the account stores: what `/verify`, sessions and their comparisons take instead of a photo. */
import type { Caller } from "../../accounts/access/access.ts";
import { openTemplate, type Template, templateCode } from "../../features/templates/template.ts";
import type { PhotoAnalysis } from "@selfsame/photo/engine/engine";
import type { Form } from "@selfsame/photo/images/multipart";
import type { EndpointDeps, Rejection } from "./endpoint.ts";
import type { ErrorCode } from "./errors.ts";
import { notBoth } from "./problems/part-problem.ts";
import { comparedFaceData, referenceData } from "./photos.ts";
import { documentData, type ReferenceDocument } from "./reference-document.ts";
import { templatePurpose } from "./schemas/template-body.ts";

export const templateParam = "reference_template";

/** What responses report about a reference, recorded when its template was made. */
export interface ReferenceFacts {
  readonly reference: ReturnType<typeof comparedFaceData> & { readonly document: ReturnType<typeof documentData> };
  readonly references: readonly ReturnType<typeof referenceData>[];
}

/** @param first the first of the `found` photos that shows a face */
export function factsOf(
  first: PhotoAnalysis,
  found: readonly PhotoAnalysis[],
  document: ReferenceDocument | undefined,
): ReferenceFacts {
  const face = comparedFaceData(first);
  return {
    reference: { ...face, document: documentData(document, face.quality) },
    references: found.map(referenceData),
  };
}

/** Facts sealed in the template in addition to those that responses report. */
interface SealedFacts extends ReferenceFacts {
  /** The key that made the template accepts chips with weak signatures, so "signed" means less. */
  readonly weakAllowed?: boolean;
}

export type ReferenceTemplate = Template & { readonly facts: ReferenceFacts };

export interface GivenTemplate {
  readonly reference_template?: string | undefined;
  readonly template_purpose?: string | undefined;
}

export const templateTexts = [templateParam, "template_purpose"] as const;

export const givenTemplate = ({ texts }: Pick<Form, "texts">): GivenTemplate => ({
  reference_template: texts.get(templateParam),
  template_purpose: texts.get("template_purpose"),
});

/** The name of the part that holds another reference, if any. */
export function otherReference({ series, documents }: Pick<Form, "series" | "documents">): string | undefined {
  if (series.length > 0) return "reference";
  return documents.size > 0 ? "reference_document" : undefined;
}

export const templateCodes: readonly ErrorCode[] = Object.values(templateCode);

interface Demand {
  readonly caller: Pick<Caller, "accountId" | "test" | "allowWeakSignature">;
  readonly mustBeSigned: boolean;
  /** The name of the part that holds another reference, if any. */
  readonly beside: string | undefined;
  readonly allowSeveralFaces: boolean;
}

/** Opens the template of a request. @returns undefined if the request has none */
export async function templateOf(
  { sessions: { store, seal, now }, comparison }: Pick<EndpointDeps, "sessions" | "comparison">,
  { reference_template: text, template_purpose: given = "default" }: GivenTemplate,
  { caller, mustBeSigned, beside, allowSeveralFaces }: Demand,
): Promise<ReferenceTemplate | Rejection | undefined> {
  const param = templateParam;
  if (text === undefined) return undefined;
  if (beside !== undefined) return notBoth(beside, param);
  const purpose = templatePurpose.safeParse(given);
  if (!purpose.success) return { code: "invalid_parameter", param: "template_purpose" };
  const deps = { db: store.db, seal, comparison, nowMs: now() };
  const opened = await store.run(() => openTemplate(deps, caller, text, purpose.data));
  if (typeof opened === "string") return { code: templateCode[opened], param };
  const { weakAllowed = false, ...facts } = opened.facts as SealedFacts;
  const { reference, references } = facts;
  const isSigned = reference.document?.signed === true && (!weakAllowed || caller.allowWeakSignature);
  if (mustBeSigned && !isSigned) return { code: "document_signature_required", param };
  if (!allowSeveralFaces && references.some(({ faces }) => faces > 1)) return { code: "several_faces_found", param };
  return { ...opened, facts };
}
