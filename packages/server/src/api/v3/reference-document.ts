/** The reference as a document that holds the portrait, which `/verify` and sessions accept instead of a photo. */
import type { Kysely } from "kysely";
import {
  type DocumentFacts,
  type DocumentFormat,
  type DocumentResult,
  documentFormats,
  type GivenDocument,
} from "../../documents/document.ts";
import { takePresentation } from "../../documents/presentations.ts";
import { readFor } from "../../documents/reading/read-for.ts";
import { nearestName } from "@selfsame/platform/nearest-name";
import type { Caller } from "../../accounts/access/access.ts";
import type { Form } from "@selfsame/photo/images/multipart";
import type { Schema } from "@selfsame/platform/store/schema";
import type { PhotoSource } from "@selfsame/photo/verify/photo";
import { bytesOf } from "../bodies/base64-text.ts";
import { switchOf } from "../bodies/switch-text.ts";
import type { EndpointDeps, Rejection } from "./endpoint.ts";
import { headerRejection, rounded } from "./photos.ts";
import { didYouMean, quoted } from "./problems/in-words.ts";
import { missingPart, notBoth } from "./problems/part-problem.ts";
import { noncePattern } from "./schemas/faces.ts";

const param = "reference_document";

/** The parts of a form that hold a document, and the texts sent with them. */
export const documentParts = [param, "sod"] as const;
export const documentTexts = [
  "document_format",
  "require_signed_document",
  "session_transcript",
  "nonce",
  "audience",
] as const;

export interface ReferenceDocument {
  readonly portrait: PhotoSource;
  readonly facts: DocumentFacts;
  /** A value that is accepted only once. */
  readonly presentation: string | undefined;
}

interface Demand {
  readonly caller: Pick<Caller, "accountId" | "test" | "allowWeakSignature">;
  /** Whether an unsigned reference is rejected. */
  readonly mustBeSigned: boolean;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Document texts that have another meaning in a request without a document of their format. */
  readonly others?: readonly string[];
}

/** Whether the reference must be signed. @param byDefault applies if the request does not say */
export function signatureDemand(texts: Form["texts"], byDefault: boolean): boolean | Rejection {
  const asked = switchOf(texts.get("require_signed_document")) ?? byDefault;
  return asked === "unclear" ? { code: "invalid_parameter", param: "require_signed_document" } : asked;
}

/**
 * Reads the document of a form.
 * @returns undefined if the form has none
 */
export async function documentOf(
  { sessions, documents: reader }: Pick<EndpointDeps, "sessions" | "documents">,
  form: Form | undefined,
  { caller, mustBeSigned, signal, others = [] }: Demand,
): Promise<ReferenceDocument | Rejection | undefined> {
  if (!form) return withoutFile(undefined, mustBeSigned);
  const { documents, texts, series } = form;
  const file = documents.get(param);
  const format = texts.get("document_format");
  const isOwn = (name: string) => !others.includes(name) || proofs[name] === format;
  const beside = Object.keys(proofs).filter((name) => (documents.has(name) || texts.has(name)) && isOwn(name));
  if (!file) return withoutFile(format ?? beside[0], mustBeSigned);
  // A document excludes photos: it is never averaged with them.
  if (series.length > 0) return notBoth("reference", param);
  if (!isFormat(format)) return unknownFormat(format);
  const stray = beside.find((name) => proofs[name] !== format);
  if (stray !== undefined) {
    const needed = `\`${stray}\` belongs to the format \`${proofs[stray]}\`, and \`document_format\` is \`${format}\`.`;
    return {
      code: "unexpected_field",
      param: stray,
      message: needed,
      hint: `Leave \`${stray}\` out, or correct \`document_format\`.`,
    };
  }
  const given = givenDocument(format, file, { documents, texts });
  if ("code" in given) return given;
  const { accountId, test, allowWeakSignature: allowWeak } = caller;
  const read = await readFor(reader, sessions, given, { accountId, test, mustBeSigned, allowWeak, signal });
  if (read.outcome !== "read") return documentRejection(read);
  const rejection = portraitRejection(read.portrait);
  const { facts, presentation } = read;
  return rejection ?? { portrait: { from: "bytes", bytes: read.portrait }, facts, presentation };
}

function documentRejection(read: Exclude<DocumentResult, { outcome: "read" }>): Rejection {
  const { outcome: code, part = param } = read;
  const algorithm = "algorithm" in read ? read.algorithm : undefined;
  if (algorithm === undefined) return { code, param: part };
  const judged = code === "document_signature_weak" ? "too weak" : "not supported";
  return { code, param: part, message: `The document is signed with ${algorithm}, which is ${judged}.` };
}

/** Parts needed to check a document's signature, each with its document format. */
const proofs: Readonly<Record<string, DocumentFormat>> = {
  sod: "dg2",
  session_transcript: "mdoc",
  nonce: "sd_jwt_vc",
  audience: "sd_jwt_vc",
};

function givenDocument(
  format: DocumentFormat,
  file: Uint8Array,
  { documents, texts }: Pick<Form, "documents" | "texts">,
): GivenDocument | Rejection {
  switch (format) {
    case "face_record":
      return { format, file };
    case "dg2":
      return { format, file, sod: documents.get("sod") };
    case "mdoc": {
      const sessionTranscript = bytesOf(texts.get("session_transcript"));
      return sessionTranscript
        ? { format, file, sessionTranscript }
        : { code: "invalid_parameter", param: "session_transcript" };
    }
    case "sd_jwt_vc": {
      const [nonce = "", audience = ""] = [texts.get("nonce"), texts.get("audience")];
      if (!noncePattern.test(nonce)) return { code: "invalid_parameter", param: "nonce" };
      if (audience === "") return { code: "invalid_parameter", param: "audience" };
      return { format, file, nonce, audience };
    }
  }
}

/** Thrown inside a transaction to roll it back. */
class PresentationReplayed extends Error {}

/** Records a document's presentation in the same transaction as the object made from it. @throws PresentationReplayed */
export async function takeDocument(
  db: Kysely<Schema>,
  accountId: string,
  document: ReferenceDocument | undefined,
  nowMs: number,
): Promise<void> {
  const { presentation } = document ?? {};
  if (presentation === undefined || (await takePresentation(db, accountId, presentation, nowMs))) return;
  throw new PresentationReplayed("presented before");
}

/** @returns the result of `make`, or a rejection that the document was presented before */
export async function unlessReplayed<Made>(make: () => Promise<Made>): Promise<Made | Rejection> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof PresentationReplayed) return { code: "document_replayed", param };
    throw error;
  }
}

function withoutFile(beside: unknown, mustBeSigned: boolean): Rejection | undefined {
  if (beside !== undefined) return missingPart(param, true);
  return mustBeSigned ? { code: "document_signature_required", param } : undefined;
}

const isFormat = (format: string | undefined): format is DocumentFormat =>
  documentFormats.some((known) => known === format);

function unknownFormat(format: string | undefined): Rejection {
  const near = format === undefined ? undefined : nearestName(format, documentFormats);
  const what =
    format === undefined ? "`document_format` is missing." : "`document_format` names no format that is known.";
  return {
    code: "document_format_unsupported",
    param: "document_format",
    message: `${what}${didYouMean(near)}`,
    hint: `The formats are ${quoted(documentFormats)}.`,
  };
}

/** A portrait that is no image is an error of the document, because it was not sent as a photo. */
export function portraitRejection(portrait: Uint8Array): Rejection | undefined {
  const rejection = headerRejection(portrait, param);
  return rejection?.code === "unsupported_image_format" ? { code: "document_unreadable", param } : rejection;
}

/** The name of the part that holds the reference. */
export const referencePart = (document: ReferenceDocument | undefined) => (document ? param : "reference");

/** The form's reference photos, or the document's portrait instead of them. */
export const referencesOf = ({ series }: Form, document: ReferenceDocument | undefined): readonly PhotoSource[] =>
  document ? [document.portrait] : series.map((bytes) => ({ from: "bytes", bytes }));

/** What a response reports about the document; null without one. */
export function documentData(document: ReferenceDocument | undefined, portrait: { readonly score: number }) {
  if (!document) return null;
  const { format, type, signed, status } = document.facts;
  return {
    format,
    type,
    issuer: signed?.issuer ?? null,
    country: signed?.country ?? null,
    signed: signed !== undefined,
    valid_until: signed?.validUntil.toISOString() ?? null,
    portrait_quality: rounded(portrait.score, 2),
    ...(status && { status: statusData(status) }),
  };
}

function statusData({ source, result, issuedAtMs, fetchedAtMs }: NonNullable<DocumentFacts["status"]>) {
  const [issued_at, fetched_at] = [issuedAtMs, fetchedAtMs].map((ms) =>
    ms === undefined ? null : new Date(ms).toISOString(),
  );
  return { source, result, issued_at: issued_at ?? null, fetched_at: fetched_at ?? null };
}
