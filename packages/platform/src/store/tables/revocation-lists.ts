import type { Fixed } from "../fixed-column.ts";

/** An authority's latest revocation list: see documents/revocation/. */
export interface RevocationListsTable {
  /** SHA-256 of the authority's encoded name: hex. */
  readonly issuer: Fixed<string>;
  /** SHA-256 of the list: hex. */
  readonly id: Fixed<string>;
  /** The authority's name, for people. */
  readonly authority: Fixed<string>;
  readonly issued_at_ms: Fixed<number>;
  /** When the authority issues the next one at the latest, if it says so. */
  readonly next_at_ms: Fixed<number | null>;
  /** Number of revoked certificates. */
  readonly certificates: Fixed<number>;
  readonly added_at_ms: Fixed<number>;
}

export interface RevokedCertificatesTable {
  readonly issuer: Fixed<string>;
  /** Hex, without leading zeros. */
  readonly serial: Fixed<string>;
}
