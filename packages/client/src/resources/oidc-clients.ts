import { checkOptions, type Known } from "../known-options.ts";
import type { WithMeta } from "../results.ts";
import type { CallOptions, Transport } from "../send.ts";
import { callV3 } from "./json-call.ts";

/** A client of the service's OpenID Connect provider. */
export interface OidcClient {
  readonly id: string;
  readonly name: string;
  /** Whether it takes sessions of test keys, and no others. */
  readonly test: boolean;
  readonly authentication: "secret" | "private_key_jwt";
  readonly redirect_uris: readonly string[];
  /** Whether authorization requests have to be pushed (RFC 9126). */
  readonly par_required: boolean;
  /** `kid` of each of its public keys; empty for a client with a secret. */
  readonly key_ids: readonly (string | null)[];
  /** When the secret before the last rotation stops working. */
  readonly old_secret_until: string | null;
  readonly created_at: string;
}

export interface MadeOidcClient extends OidcClient {
  /** Shown once. Null: the client signs with its own key. */
  readonly secret: string | null;
}

export interface OidcClientSettings {
  readonly name?: string | undefined;
  /** Of one host: https, or http on localhost. */
  readonly redirect_uris?: readonly string[] | undefined;
  readonly par_required?: boolean | undefined;
  /** Public keys of a client that signs instead of using a secret. */
  readonly jwks?: { readonly keys: readonly object[] } | undefined;
}

export interface NewOidcClient extends OidcClientSettings {
  readonly name: string;
  readonly redirect_uris: readonly string[];
  /** Default: a new one for each call, sent with each of its attempts. */
  readonly idempotency_key?: string | undefined;
}

/** Clients that send people for a face as a step of their sign-in. Requires a key with the scope `oidc:write`. */
export interface OidcClients {
  create(client: NewOidcClient, options?: CallOptions): Promise<WithMeta<MadeOidcClient>>;
  /** The newest first. `issuer` is null if the service is no OpenID Connect provider. */
  list(
    options?: CallOptions,
  ): Promise<WithMeta<{ readonly issuer: string | null; readonly oidc_clients: readonly OidcClient[] }>>;
  /** Changes the fields that are given. */
  update(id: string, change: OidcClientSettings, options?: CallOptions): Promise<WithMeta<OidcClient>>;
  /** Replaces the secret. The previous one works for another day. */
  rotate(id: string, options?: CallOptions): Promise<WithMeta<MadeOidcClient>>;
  delete(id: string, options?: CallOptions): Promise<void>;
}

const settings: Known<OidcClientSettings> = { name: true, redirect_uris: true, par_required: true, jwks: true };
const newClient: Known<NewOidcClient> = { ...settings, name: true, redirect_uris: true, idempotency_key: true };
const base = "/oidc_clients";
const pathOf = (id: string): string => `${base}/${encodeURIComponent(id)}`;

export const createOidcClients = (transport: Transport): OidcClients => ({
  create: async (given, options) => {
    checkOptions(given, newClient);
    const { idempotency_key = crypto.randomUUID(), ...json } = given;
    const headers = { "idempotency-key": idempotency_key };
    return callV3(transport, { method: "POST", path: base, json, headers }, options);
  },
  list: async (options) => callV3(transport, { method: "GET", path: base }, options),
  update: async (id, json, options) => {
    checkOptions(json, settings);
    return callV3(transport, { method: "PATCH", path: pathOf(id), json }, options);
  },
  rotate: async (id, options) => callV3(transport, { method: "POST", path: `${pathOf(id)}/rotate`, json: {} }, options),
  delete: async (id, options) => {
    await callV3(transport, { method: "DELETE", path: pathOf(id) }, options);
  },
});
