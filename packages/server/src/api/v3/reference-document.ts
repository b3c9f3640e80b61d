/** The reference as a document that holds the portrait: what `/verify` and a session take in the place of a photo. */
import { type DocumentFacts, type DocumentFormat, documentFormats, readDocument } from "../../documents/document.ts";
import { findAnchorsIn } from "../../documents/find-anchors.ts";
import type { Form } from "../../images/multipart.ts";
import type { PhotoSource } from "../../verify/photo.ts";
import { switchOf } from "../bodies/switch-text.ts";
import type { EndpointDeps, Refusal } from "./endpoint.ts";
import { headerRefusal } from "./photos.ts";

const param = "reference_document";

/** The parts of a form that a document comes in, and the texts beside them. */
export const documentParts = [param, "sod"] as const;
export const documentTexts = ["document_format", "require_signed_document"] as const;

export interface ReferenceDocument {
  readonly portrait: PhotoSource;
  readonly facts: DocumentFacts;
}

/**
 * Reads the document of a form.
 * @returns undefined where the form has none
 */
export async function documentOf(
  { sessions }: Pick<EndpointDeps, "sessions">,
  { documents, texts, series }: Form,
): Promise<ReferenceDocument | Refusal | undefined> {
  const [file, sod] = [documents.get(param), documents.get("sod")];
  const format = texts.get("document_format");
  const mustBeSigned = switchOf(texts.get("require_signed_document")) ?? false;
  if (mustBeSigned === "unclear") return { code: "invalid_parameter", param: "require_signed_document" };
  if (!file) return withoutFile(format ?? sod, mustBeSigned);
  // One or the other: a document stands for itself, and is averaged with nothing.
  if (series.length > 0) return { code: "unexpected_field", param: "reference" };
  if (!isFormat(format)) return { code: "document_format_unsupported", param: "document_format" };
  if (sod && format !== "dg2") return { code: "unexpected_field", param: "sod" };
  const { store, now } = sessions;
  const read = await readDocument({ format, file, sod, mustBeSigned }, findAnchorsIn(store), now());
  if (read.outcome !== "read") return { code: read.outcome, param: read.part ?? param };
  const refusal = portraitRefusal(read.portrait);
  return refusal ?? { portrait: { from: "bytes", bytes: read.portrait }, facts: read.facts };
}

function withoutFile(beside: unknown, mustBeSigned: boolean): Refusal | undefined {
  if (beside !== undefined) return { code: "missing_file", param };
  return mustBeSigned ? { code: "document_signature_required", param } : undefined;
}

const isFormat = (format: string | undefined): format is DocumentFormat =>
  documentFormats.some((known) => known === format);

/** What is no image at all is a fault of the document, since nobody sent it as a photo. */
function portraitRefusal(portrait: Uint8Array): Refusal | undefined {
  const refusal = headerRefusal(portrait, param);
  return refusal?.code === "unsupported_image_format" ? { code: "document_unreadable", param } : refusal;
}

/** The part of a form that a reference came in. */
export const referencePart = (document: ReferenceDocument | undefined) => (document ? param : "reference");

/** The photos of a form's reference, or the portrait of the document in their place. */
export const referencesOf = ({ series }: Form, document: ReferenceDocument | undefined): readonly PhotoSource[] =>
  document ? [document.portrait] : series.map((bytes) => ({ from: "bytes", bytes }));

/** What an answer says of the document; null where there was none. */
export function documentData(document: ReferenceDocument | undefined, portrait: { readonly score: number }) {
  if (!document) return null;
  const { format, type, signed } = document.facts;
  return {
    format,
    type,
    issuer: signed?.issuer ?? null,
    country: signed?.country ?? null,
    signed: signed !== undefined,
    valid_until: signed?.validUntil.toISOString() ?? null,
    portrait_quality: portrait.score,
  };
}
