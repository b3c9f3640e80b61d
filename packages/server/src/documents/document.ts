import type { DocumentFault } from "./fault.ts";
import { readDg2 } from "./dg2.ts";
import { readFaceRecord } from "./face-record.ts";

export const documentFormats = ["face_record", "dg2"] as const;
export type DocumentFormat = (typeof documentFormats)[number];

/** What is reported of a document: nothing of its holder. */
export interface DocumentFacts {
  readonly format: DocumentFormat;
  /** What kind of document it is; null where its format does not say. */
  readonly type: "travel_document" | null;
}

export interface ReadDocument {
  readonly outcome: "read";
  /** In a buffer of its own. */
  readonly portrait: Uint8Array;
  readonly facts: DocumentFacts;
}

export type DocumentResult = ReadDocument | { readonly outcome: DocumentFault };

/** Takes the portrait out of a document. */
export function readDocument(format: DocumentFormat, file: Uint8Array): DocumentResult {
  const portrait = format === "dg2" ? readDg2(file) : readFaceRecord(file);
  if (typeof portrait === "string") return { outcome: portrait };
  const type = format === "dg2" ? "travel_document" : null;
  return { outcome: "read", portrait: portrait.slice(), facts: { format, type } };
}
