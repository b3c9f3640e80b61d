import type { Fixed } from "../fixed-column.ts";

/** Certificates of countries' signing authorities, which documents are checked against: see documents/trust-anchors.ts. */
export interface TrustAnchorsTable {
  /** SHA-256 of the certificate: hex. */
  readonly id: Fixed<string>;
  /** SHA-256 of the subject's name as it is encoded: hex. */
  readonly subject_hash: Fixed<string>;
  /** The certificate's subject key identifier: hex. */
  readonly key_id: Fixed<string | null>;
  /** DER, as base64. */
  readonly certificate: Fixed<string>;
  readonly added_at_ms: Fixed<number>;
}
