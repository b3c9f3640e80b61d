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

/** Of one document by its issuer, or of the certificates that sign documents by their authority. */
export const statusSources = ["status_list", "revocation_list"] as const;
type StatusSource = (typeof statusSources)[number];

/** What is reported of a document: nothing of its holder. */
export interface DocumentFacts {
  readonly format: DocumentFormat;
  /** What kind of document it is; null where its format does not say. */
  readonly type: DocumentType | null;
  /** Whether a list of its issuer has it or its signer as revoked, where there is one and lists are asked. */
  readonly status?: {
    readonly source: StatusSource;
    readonly result: "valid" | "unknown";
    /** When the issuer signed the list, and when the service came to have it. */
    readonly issuedAtMs?: number;
    readonly fetchedAtMs?: number;
  };
  /** What a trusted issuer's signature proves. */
  readonly signed?: { readonly issuer: string | null; readonly country: string | null; readonly validUntil: Date };
}

/** A document as it was given, with what its signature is checked by. */
export type GivenDocument =
  | { readonly format: "face_record"; readonly file: Uint8Array }
  /** With EF.SOD, where it was given. */
  | { readonly format: "dg2"; readonly file: Uint8Array; readonly sod: Uint8Array | undefined }
  | {
      readonly format: "mdoc";
      readonly file: Uint8Array;
      /** As it was signed, or the request by OpenID4VP that it is made of. */
      readonly sessionTranscript: Uint8Array | VpRequest;
    }
  | { readonly format: "sd_jwt_vc"; readonly file: Uint8Array; readonly nonce: string; readonly audience: string };

interface ReadDocument {
  readonly outcome: "read";
  /** In a buffer of its own. */
  readonly portrait: Uint8Array;
  readonly facts: DocumentFacts;
  /** What is shown once only: see presentations.ts. */
  readonly presentation?: string;
  /** Where its issuer says whether it is revoked. */
  readonly status?: StatusReference;
  /** By which it was signed, the signer's first. */
  readonly certificates?: readonly CertificateName[];
}

export type DocumentResult =
  | ReadDocument
  | (Faulty & {
      /** Which part is to blame: the document itself unless said. */
      readonly part?: "sod";
    })
  | { readonly outcome: "invalid_parameter"; readonly part: "session_transcript" };

/** What is asked of a document's signature. */
export interface SignatureDemand {
  /** Whether an unsigned document is rejected. */
  readonly mustBeSigned: boolean;
  /** Whether a chip that is signed with SHA-1 or SHA-224 counts as signed. */
  readonly allowWeak: boolean;
}

/** Takes the portrait out of a document, and checks its signature where it has one. */
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
  // Loaded where it is needed: it takes 30 ms and 10 MB, and most services never do.
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
