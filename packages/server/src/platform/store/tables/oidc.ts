import type { Fixed } from "../fixed-column.ts";

/** Relying parties of this service: see features/oidc/clients.ts. */
export interface OidcClientsTable {
  readonly id: Fixed<string>;
  readonly account_id: Fixed<string>;
  /** 1: takes sessions of test keys, and no others. */
  readonly test: Fixed<number>;
  name: string;
  /** SHA-256 of its secret, hex. Null: it signs with a key. */
  secret_hash: string | null;
  /** Of the secret before, which works for a while. */
  old_secret_hash: string | null;
  old_secret_until_ms: number | null;
  /** JSON array of its public keys (RFC 7517). Null: it has a secret. */
  jwks: string | null;
  /** JSON array. */
  redirect_uris: string;
  /** 1: its requests come by the back channel alone (RFC 9126). */
  par_required: number;
  readonly created_at_ms: Fixed<number>;
}

/** What flows leave behind for their next request: see features/oidc/states.ts. */
export interface OidcStatesTable {
  /** SHA-256 of its kind and of what names it, hex: codes and tokens are stored nowhere. */
  readonly id: Fixed<string>;
  readonly client_id: Fixed<string>;
  readonly kind: Fixed<string>;
  /** A hash as `id`. */
  readonly grant_id: Fixed<string | null>;
  /** JSON, sealed. */
  payload: string;
  consumed_at_ms: number | null;
  expires_at_ms: number;
}

/** What signs ID tokens: see features/oidc/signing-keys.ts. */
export interface OidcKeysTable {
  /** `kid`. */
  readonly id: Fixed<string>;
  /** JSON: the public JWK. */
  readonly public_key: Fixed<string>;
  /** PKCS #8, sealed. Null once it is replaced. */
  private_key: string | null;
  readonly created_at_ms: Fixed<number>;
  /** Since when a newer one signs. */
  retired_at_ms: number | null;
}
