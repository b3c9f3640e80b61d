import type { Fixed } from "../fixed-column.ts";

/** Certificates of countries' signing authorities, for verifying documents: see documents/anchors/trust-anchors.ts. */
export interface TrustAnchorsTable {
  /** SHA-256 of the certificate: hex. */
  readonly id: Fixed<string>;
  /** SHA-256 of the encoded subject name: hex. */
  readonly subject_hash: Fixed<string>;
  /** The certificate's subject key identifier: hex. */
  readonly key_id: Fixed<string | null>;
  /** DER, as base64. */
  readonly certificate: Fixed<string>;
  /** Document types that it is trusted for, separated by commas; null: all. */
  document_types: string | null;
  readonly added_at_ms: Fixed<number>;
}

/** Anchors of one account, trusted for its requests alone. */
export interface AccountTrustAnchorsTable extends Omit<TrustAnchorsTable, "added_at_ms"> {
  readonly account_id: Fixed<string>;
  /** 1: for requests of test keys, which trust no other anchors of the account. */
  readonly test: Fixed<number>;
  readonly created_at_ms: Fixed<number>;
}

/** Lists of authorities whose provider's signature was verified: see documents/anchors/trust-lists.ts. */
export interface TrustListsTable {
  /** SHA-256 of its source: hex. */
  readonly id: Fixed<string>;
  readonly source: Fixed<string>;
  readonly kind: Fixed<string>;
  /** Certificate that must sign it, directly or as the issuer: DER, as base64. */
  readonly signer: Fixed<string>;
  readonly issued_at_ms: Fixed<number>;
  readonly next_at_ms: Fixed<number | null>;
  readonly checked_at_ms: Fixed<number>;
}

export interface TrustListAnchorsTable extends Omit<TrustAnchorsTable, "added_at_ms"> {
  readonly list_id: Fixed<string>;
}
