import type { Fixed } from "../fixed-column.ts";

/** What an authority says it has revoked, the latest that was added: see documents/revocation/. */
export interface RevocationListsTable {
  /** SHA-256 of the parts of the authority's name: hex. */
  readonly issuer: Fixed<string>;
  /** SHA-256 of the list: hex. */
  readonly id: Fixed<string>;
  /** For people. */
  readonly authority: Fixed<string>;
  readonly issued_at_ms: Fixed<number>;
  /** When the authority makes another at the latest, where it says so. */
  readonly next_at_ms: Fixed<number | null>;
  /** How many it has. */
  readonly certificates: Fixed<number>;
  readonly added_at_ms: Fixed<number>;
}

export interface RevokedCertificatesTable {
  readonly issuer: Fixed<string>;
  /** Hex, without leading zeros. */
  readonly serial: Fixed<string>;
}
