import { authorityOf } from "./authority.ts";
import type { DocumentFault } from "./fault.ts";
import { readDg2 } from "./dg2.ts";
import type { FindAnchors } from "./sod.ts";
import { readFaceRecord } from "./face-record.ts";

export const documentFormats = ["face_record", "dg2"] as const;
export type DocumentFormat = (typeof documentFormats)[number];

/** What is reported of a document: nothing of its holder. */
export interface DocumentFacts {
  readonly format: DocumentFormat;
  /** What kind of document it is; null where its format does not say. */
  readonly type: "travel_document" | null;
  /** What a trusted issuer's signature proves. */
  readonly signed?: { readonly issuer: string | null; readonly country: string | null; readonly validUntil: Date };
}

export interface GivenDocument {
  readonly format: DocumentFormat;
  readonly file: Uint8Array;
  /** EF.SOD, where it was given. */
  readonly sod: Uint8Array | undefined;
  /** Whether what nobody signed is rejected. */
  readonly mustBeSigned: boolean;
}

export interface ReadDocument {
  readonly outcome: "read";
  /** In a buffer of its own. */
  readonly portrait: Uint8Array;
  readonly facts: DocumentFacts;
}

export type DocumentResult =
  | ReadDocument
  | {
      readonly outcome: DocumentFault;
      /** Which file is to blame: the document itself unless said. */
      readonly part?: "sod";
    };

/** Takes the portrait out of a document, and checks its signature where it has one. */
export async function readDocument(
  { format, file, sod, mustBeSigned }: GivenDocument,
  findAnchors: FindAnchors,
  nowMs: number,
): Promise<DocumentResult> {
  if (mustBeSigned && !sod) return { outcome: "document_signature_required" };
  const portrait = format === "dg2" ? readDg2(file) : readFaceRecord(file);
  if (typeof portrait === "string") return { outcome: portrait };
  const facts = { format, type: format === "dg2" ? "travel_document" : null } as const;
  const read = { outcome: "read", portrait: portrait.slice(), facts } as const;
  if (!sod) return read;
  // Loaded where it is needed: it takes 30 ms and 10 MB, and most services never do.
  const { checkSignature } = await import("./sod.ts");
  const signature = await checkSignature(file, sod, findAnchors, nowMs);
  if (signature.outcome !== "signed") return { outcome: signature.outcome, part: "sod" };
  const { anchor, validUntil } = signature;
  const { name: issuer, country } = authorityOf(anchor);
  return { ...read, facts: { ...facts, signed: { issuer, country, validUntil } } };
}
