/** Why a document is not taken; each is a code of version 3. */
export const documentFaults = [
  "document_format_unsupported",
  "document_unreadable",
  "document_portrait_missing",
] as const;
export type DocumentFault = (typeof documentFaults)[number];
