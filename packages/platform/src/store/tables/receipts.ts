import type { Fixed } from "../fixed-column.ts";

/** Keys that sign receipts: see features/receipts/receipt-keys.ts. */
export interface ReceiptKeysTable {
  /** The JWK's thumbprint (RFC 7638): `kid`. */
  readonly id: Fixed<string>;
  /** JSON: the public JWK. */
  readonly public_key: Fixed<string>;
  /** PKCS #8, sealed. Null once replaced: nothing is signed with it any more. */
  private_key: string | null;
  readonly created_at_ms: Fixed<number>;
}
