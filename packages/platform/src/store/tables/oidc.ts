import type { Fixed } from "../fixed-column.ts";

/** Relying parties of this service: see features/oidc/clients.ts. */
export interface OidcClientsTable {
  readonly id: Fixed<string>;
  readonly account_id: Fixed<string>;
  /** 1: accepts sessions of test keys, and no others. */
  readonly test: Fixed<number>;
  name: string;
  /** SHA-256 of its secret, hex. Null: it signs with a key. */
  secret_hash: string | null;
  /** Of the previous secret, which stays valid for a while. */
  old_secret_hash: string | null;
  old_secret_until_ms: number | null;
  /** JSON array of its public keys (RFC 7517). Null: it has a secret. */
  jwks: string | null;
  /** JSON array. */
  redirect_uris: string;
  /** 1: requests must use PAR (RFC 9126). */
  par_required: number;
  readonly created_at_ms: Fixed<number>;
}

/** State of OpenID Connect flows between requests: see features/oidc/states.ts. */
export interface OidcStatesTable {
  /** SHA-256 of kind and name, hex: codes and tokens are not stored. */
  readonly id: Fixed<string>;
  readonly client_id: Fixed<string>;
  readonly kind: Fixed<string>;
  /** A hash like `id`. */
  readonly grant_id: Fixed<string | null>;
  /** JSON, sealed. */
  payload: string;
  consumed_at_ms: number | null;
  expires_at_ms: number;
}

/** Keys that sign ID tokens: see features/oidc/signing-keys.ts. */
export interface OidcKeysTable {
  /** `kid`. */
  readonly id: Fixed<string>;
  /** JSON: the public JWK. */
  readonly public_key: Fixed<string>;
  /** PKCS #8, sealed. Null once it is replaced. */
  private_key: string | null;
  readonly created_at_ms: Fixed<number>;
  /** Since when a newer key signs. */
  retired_at_ms: number | null;
}
