import { authorityOf } from "./certificates/authority.ts";
import type { CertificateName } from "./certificates/certificate.ts";
import type { FindAnchors } from "./certificates/chain.ts";
import type { Faulty } from "./fault.ts";
import type { VpRequest } from "./mdoc/mdoc.ts";
import type { PresentedPortrait } from "./presentations.ts";
import type { StatusReference } from "./status/status-reference.ts";
import { readDg2 } from "./chip/dg2.ts";
import { readFaceRecord } from "./chip/face-record.ts";
import { withoutPadding } from "./chip/tlv.ts";

export const documentFormats = ["face_record", "dg2", "mdoc", "sd_jwt_vc"] as const;
export type DocumentFormat = (typeof documentFormats)[number];

export const documentTypes = ["travel_document", "driving_license", "person_identification", "photo_id"] as const;
export type DocumentType = (typeof documentTypes)[number];

/** `status_list`: of documents, by their issuer. `revocation_list`: of the certificates that sign documents, by their authority. */
export const statusSources = ["status_list", "revocation_list"] as const;
type StatusSource = (typeof statusSources)[number];

/** Facts about a document that are reported; none of them identifies its holder. */
export interface DocumentFacts {
  readonly format: DocumentFormat;
  /** Null if the format does not state the document's type. */
  readonly type: DocumentType | null;
  /** Result of the check whether the document or its signer is revoked; undefined if none was made. */
  readonly status?: {
    readonly source: StatusSource;
    readonly result: "valid" | "unknown";
    /** When the issuer signed the list, and when the service received it. */
    readonly issuedAtMs?: number;
    readonly fetchedAtMs?: number;
  };
  /** Present if a trusted issuer signed the document. */
  readonly signed?: { readonly issuer: string | null; readonly country: string | null; readonly validUntil: Date };
}

/** A document as received, with the values that its signature is checked against. */
export type GivenDocument =
  | { readonly format: "face_record"; readonly file: Uint8Array }
  /** `sod`: EF.SOD, if it was given. */
  | { readonly format: "dg2"; readonly file: Uint8Array; readonly sod: Uint8Array | undefined }
  | {
      readonly format: "mdoc";
      readonly file: Uint8Array;
      /** The transcript that was signed, or the OpenID4VP request from which it is built. */
      readonly sessionTranscript: Uint8Array | VpRequest;
    }
  | { readonly format: "sd_jwt_vc"; readonly file: Uint8Array; readonly nonce: string; readonly audience: string };

interface ReadDocument {
  readonly outcome: "read";
  /** A copy in its own buffer. */
  readonly portrait: Uint8Array;
  readonly facts: DocumentFacts;
  /** Id of a presentation, which is accepted only once: see presentations.ts. */
  readonly presentation?: string;
  /** Where the issuer publishes whether the document is revoked. */
  readonly status?: StatusReference;
  /** Certificates of the signature, the signer's first. */
  readonly certificates?: readonly CertificateName[];
}

export type DocumentResult =
  | ReadDocument
  | (Faulty & {
      /** The part that has the fault; the document itself if undefined. */
      readonly part?: "sod";
    })
  | { readonly outcome: "invalid_parameter"; readonly part: "session_transcript" };

/** Requirements on a document's signature. */
export interface SignatureDemand {
  /** Whether an unsigned document is rejected. */
  readonly mustBeSigned: boolean;
  /** Whether a chip signed with SHA-1 or SHA-224 counts as signed. */
  readonly allowWeak: boolean;
}

/** Reads the portrait of a document, and checks the document's signature if it has one. */
export async function readDocument(
  document: GivenDocument,
  { mustBeSigned, allowWeak }: SignatureDemand,
  findAnchors: FindAnchors,
  nowMs: number,
): Promise<DocumentResult> {
  switch (document.format) {
    case "face_record":
      return mustBeSigned ? { outcome: "document_signature_required" } : withoutSignature(document);
    case "dg2":
      if (mustBeSigned && !document.sod) return { outcome: "document_signature_required" };
      return readChip(document, allowWeak, findAnchors, nowMs);
    case "mdoc":
      return readMobile(document, findAnchors, nowMs);
    case "sd_jwt_vc":
      return readCredential(document, findAnchors, nowMs);
  }
}

function withoutSignature({ format, file }: Extract<GivenDocument, { format: "face_record" | "dg2" }>): DocumentResult {
  const portrait = format === "dg2" ? readDg2(file) : readFaceRecord(file);
  if (typeof portrait === "string") return { outcome: portrait };
  const type = format === "dg2" ? "travel_document" : null;
  return { outcome: "read", portrait: portrait.slice(), facts: { format, type } };
}

async function readChip(
  document: Extract<GivenDocument, { format: "dg2" }>,
  allowWeak: boolean,
  findAnchors: FindAnchors,
  nowMs: number,
): Promise<DocumentResult> {
  const file = withoutPadding(document.file);
  const read = withoutSignature({ ...document, file });
  if (read.outcome !== "read" || !document.sod) return read;
  // Imported on demand: it takes 30 ms and 10 MB, and most services never need it.
  const { checkSignature } = await import("./chip/sod.ts");
  const signature = await checkSignature(file, withoutPadding(document.sod), findAnchors, nowMs, { allowWeak });
  if (signature.outcome !== "signed") return { ...signature, part: "sod" };
  return { ...read, facts: { ...read.facts, signed: signedBy(signature) }, certificates: signature.certificates };
}

async function readMobile(
  { format, file, sessionTranscript }: Extract<GivenDocument, { format: "mdoc" }>,
  findAnchors: FindAnchors,
  nowMs: number,
): Promise<DocumentResult> {
  const { readMdoc, transcriptOf } = await import("./mdoc/mdoc.ts");
  const transcript =
    sessionTranscript instanceof Uint8Array ? sessionTranscript : await transcriptOf(sessionTranscript);
  const read = await readMdoc(file, transcript, findAnchors, nowMs);
  if (read.outcome === "transcript_unreadable") return { outcome: "invalid_parameter", part: "session_transcript" };
  if (read.outcome !== "signed") return { outcome: read.outcome };
  return presented(read, { format, type: read.type });
}

async function readCredential(
  { format, file, ...asked }: Extract<GivenDocument, { format: "sd_jwt_vc" }>,
  findAnchors: FindAnchors,
  nowMs: number,
): Promise<DocumentResult> {
  const { readSdJwtVc } = await import("./sd-jwt/sd-jwt-vc.ts");
  const read = await readSdJwtVc(file, asked, findAnchors, nowMs);
  if (read.outcome !== "signed") return { outcome: read.outcome };
  return presented(read, { format, type: "person_identification" });
}

const presented = (read: PresentedPortrait, { format, type }: DocumentFacts): ReadDocument => ({
  outcome: "read",
  portrait: read.portrait.slice(),
  facts: { format, type, signed: signedBy(read) },
  presentation: read.presentation,
  certificates: read.certificates,
  ...(read.status && { status: read.status }),
});

function signedBy({ anchor, validUntil }: Pick<PresentedPortrait, "anchor" | "validUntil">) {
  const { name: issuer, country } = authorityOf(anchor);
  return { issuer, country, validUntil };
}
