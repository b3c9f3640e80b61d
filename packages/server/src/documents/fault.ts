/** Reasons why a document is rejected; each is an error code of version 3. */
export const documentFaults = [
  "document_format_unsupported",
  "document_unreadable",
  "document_portrait_missing",
  "document_digest_mismatch",
  "document_signature_invalid",
  "document_issuer_unknown",
  "document_expired",
  "document_not_yet_valid",
  "document_algorithm_unsupported",
  "document_signature_weak",
  "document_device_signature_invalid",
  "document_audience_mismatch",
  "document_replayed",
  "document_signature_required",
  "document_revoked",
  "document_status_unknown",
] as const;
export type DocumentFault = (typeof documentFaults)[number];

export interface Faulty {
  readonly outcome: DocumentFault;
  /** Name of the rejected algorithm. */
  readonly algorithm?: string;
}
