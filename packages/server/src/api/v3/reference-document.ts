/** The reference as a document that holds the portrait: what `/verify` and a session take in the place of a photo. */
import { type DocumentFacts, type DocumentFormat, documentFormats, readDocument } from "../../documents/document.ts";
import type { Form } from "../../images/multipart.ts";
import type { PhotoSource } from "../../verify/photo.ts";
import type { Refusal } from "./endpoint.ts";
import { headerRefusal } from "./photos.ts";

const param = "reference_document";

/** The parts of a form that a document comes in, and the texts beside them. */
export const documentParts = [param] as const;
export const documentTexts = ["document_format"] as const;

export interface ReferenceDocument {
  readonly portrait: PhotoSource;
  readonly facts: DocumentFacts;
}

/**
 * Reads the document of a form.
 * @returns undefined where the form has none
 */
export function documentOf({ documents, texts, series }: Form): ReferenceDocument | Refusal | undefined {
  const format = texts.get("document_format");
  const file = documents.get(param);
  if (!file) return format === undefined ? undefined : { code: "missing_file", param };
  // One or the other: a document stands for itself, and is averaged with nothing.
  if (series.length > 0) return { code: "unexpected_field", param: "reference" };
  if (!isFormat(format)) return { code: "document_format_unsupported", param: "document_format" };
  const read = readDocument(format, file);
  if (read.outcome !== "read") return { code: read.outcome, param };
  const refusal = portraitRefusal(read.portrait);
  return refusal ?? { portrait: { from: "bytes", bytes: read.portrait }, facts: read.facts };
}

const isFormat = (format: string | undefined): format is DocumentFormat =>
  documentFormats.some((known) => known === format);

/** What is no image at all is a fault of the document, since nobody sent it as a photo. */
function portraitRefusal(portrait: Uint8Array): Refusal | undefined {
  const refusal = headerRefusal(portrait, param);
  return refusal?.code === "unsupported_image_format" ? { code: "document_unreadable", param } : refusal;
}

/** What an answer says of the document. */
export function documentData({ format, type }: DocumentFacts, portrait: { readonly score: number }) {
  return {
    format,
    type,
    issuer: null,
    country: null,
    signed: false,
    valid_until: null,
    portrait_quality: portrait.score,
  };
}
