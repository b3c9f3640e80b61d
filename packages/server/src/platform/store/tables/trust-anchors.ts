import type { Fixed } from "../fixed-column.ts";

/** Certificates of countries' signing authorities, which documents are checked against: see documents/anchors/trust-anchors.ts. */
export interface TrustAnchorsTable {
  /** SHA-256 of the certificate: hex. */
  readonly id: Fixed<string>;
  /** SHA-256 of the subject's name as it is encoded: hex. */
  readonly subject_hash: Fixed<string>;
  /** The certificate's subject key identifier: hex. */
  readonly key_id: Fixed<string | null>;
  /** DER, as base64. */
  readonly certificate: Fixed<string>;
  /** Types of documents that it is trusted for, with commas; null: all. */
  document_types: string | null;
  readonly added_at_ms: Fixed<number>;
}

/** The same of one account, trusted for its requests alone. */
export interface AccountTrustAnchorsTable extends Omit<TrustAnchorsTable, "added_at_ms"> {
  readonly account_id: Fixed<string>;
  /** 1: for requests of test keys, which trust no others of the account. */
  readonly test: Fixed<number>;
  readonly created_at_ms: Fixed<number>;
}

/** A list of authorities whose provider's signature was checked: see documents/anchors/trust-lists.ts. */
export interface TrustListsTable {
  /** SHA-256 of where it comes from: hex. */
  readonly id: Fixed<string>;
  readonly source: Fixed<string>;
  readonly kind: Fixed<string>;
  /** The certificate that it has to be signed with, or by: DER, as base64. */
  readonly signer: Fixed<string>;
  readonly issued_at_ms: Fixed<number>;
  readonly next_at_ms: Fixed<number | null>;
  readonly checked_at_ms: Fixed<number>;
}

export interface TrustListAnchorsTable extends Omit<TrustAnchorsTable, "added_at_ms"> {
  readonly list_id: Fixed<string>;
}
