import { checkOptions, type Known } from "../known-options.ts";
import type { WithMeta } from "../results.ts";
import type { CallOptions, Transport } from "../send.ts";
import { callV3, rowsOf } from "./json-call.ts";
import { filtersOf, type ListOptions } from "./list-options.ts";

/** The key's own limits, in addition to the plan's. Null: no limit of its own. */
export interface KeyLimits {
  readonly requests_per_minute: number | null;
  readonly requests_per_month: number | null;
  readonly concurrent_requests: number | null;
}

/** Fields left out of a new key are copied from the key that creates it; fields left out of a change stay unchanged. */
export interface KeySettings {
  readonly name?: string | undefined;
  /** Null: all scopes except `keys:write`. */
  readonly scopes?: readonly string[] | null | undefined;
  /** Allowed client addresses, such as `192.0.2.0/24`. Empty: any address. */
  readonly address_ranges?: readonly string[] | undefined;
  /** For a public key: the origins of the pages that use it. */
  readonly allowed_origins?: readonly string[] | undefined;
  readonly limits?: KeyLimits | undefined;
  readonly require_challenge?: boolean | undefined;
  readonly require_passive_liveness?: boolean | undefined;
  /** Whether a reference that no trusted issuer signed is rejected, if the request does not set it. */
  readonly require_signed_document?: boolean | undefined;
  /** Whether the chip of a document may be signed with SHA-1 or SHA-224. */
  readonly allow_weak_signature?: boolean | undefined;
  /** Whether each verdict comes with a signed receipt. */
  readonly receipt?: boolean | undefined;
  readonly allow_several_faces?: boolean | undefined;
  /** The live challenges that the key starts and accepts. `any`: also all steps at once, for pages with an older camera. Null: the team's setting. */
  readonly challenge_mode?: "stepwise" | "any" | null | undefined;
  /** The similarity from which two faces match, unless the request sets one. Null: the team's threshold, or else the model's. */
  readonly threshold?: number | null | undefined;
  /** When the key expires; null: never. */
  readonly expires_at?: string | null | undefined;
}

export interface NewKey extends KeySettings {
  readonly name: string;
  /** Default: `private`, or `test` when created with a test key. */
  readonly kind?: "private" | "public" | "test" | undefined;
  /**
   * Requests with the same idempotency key create one API key; a repeated request throws an ApiError `secret_already_shown`. Default: a new key for
   * each call.
   */
  readonly idempotency_key?: string | undefined;
}

export interface Key {
  readonly id: string;
  readonly name: string;
  readonly kind: "private" | "public" | "test";
  /** Prefix and last four characters. */
  readonly display: string;
  readonly status: "active" | "expired" | "revoked";
  /** Null: all scopes except `keys:write`. */
  readonly scopes: readonly string[] | null;
  readonly address_ranges: readonly string[];
  readonly allowed_origins: readonly string[];
  readonly limits: KeyLimits;
  readonly require_challenge: boolean;
  readonly require_passive_liveness: boolean;
  readonly require_signed_document: boolean;
  readonly allow_weak_signature: boolean;
  readonly receipt: boolean;
  readonly allow_several_faces: boolean;
  /** Null: the team's setting. */
  readonly challenge_mode: "stepwise" | "any" | null;
  /** Null: the team's threshold, or else the model's. */
  readonly threshold: number | null;
  /** The key that replaced this one on rotation. */
  readonly successor_id: string | null;
  /** Id of the key that created this one. Null: created by a person or the command line. */
  readonly created_with: string | null;
  /** Id of the user who created the key. Null: created by another key or the command line. */
  readonly created_by: string | null;
  /** Whether everybody who created or rotated the key has left the team. */
  readonly creator_left: boolean;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** A day, UTC. */
  readonly last_used_on: string | null;
  /** Requests counted towards the key's own `requests_per_month`. Null: no such limit, or the key expired or was revoked. */
  readonly used_this_month: number | null;
}

export interface MadeKey extends Key {
  /** The full key. Returned only here. */
  readonly secret: string;
}

export interface KeyFilter {
  readonly status?: Key["status"] | undefined;
}

interface KeyRotation {
  /** Seconds for which the old key still works. Default: a day. */
  readonly overlap_s?: number | undefined;
  readonly idempotency_key?: string | undefined;
}

/** API keys of the account. Requires a key with the scope `keys:write`, which can only create keys with no more rights than its own. */
export interface Keys {
  create(key: NewKey, options?: CallOptions): Promise<WithMeta<MadeKey>>;
  get(id: string, options?: CallOptions): Promise<WithMeta<Key>>;
  /** The newest first. */
  list(options?: ListOptions<KeyFilter>): AsyncGenerator<Key, void, void>;
  update(id: string, change: KeySettings, options?: CallOptions): Promise<WithMeta<Key>>;
  /** Creates a successor of the key. */
  rotate(id: string, request?: KeyRotation, options?: CallOptions): Promise<WithMeta<MadeKey>>;
  /** Revokes the key permanently. */
  revoke(id: string, options?: CallOptions): Promise<WithMeta<Key>>;
}

const settings: Known<KeySettings> = {
  name: true,
  scopes: true,
  address_ranges: true,
  allowed_origins: true,
  limits: true,
  require_challenge: true,
  require_passive_liveness: true,
  require_signed_document: true,
  allow_weak_signature: true,
  receipt: true,
  allow_several_faces: true,
  challenge_mode: true,
  threshold: true,
  expires_at: true,
};
const newKeyOptions: Known<NewKey> = { ...settings, name: true, kind: true, idempotency_key: true };
const rotationOptions: Known<KeyRotation> = { overlap_s: true, idempotency_key: true };

const filterOptions: Known<KeyFilter> = { status: true };

const base = "/keys";
const pathOf = (id: string): string => `${base}/${encodeURIComponent(id)}`;

export function createKeys(transport: Transport): Keys {
  const makeOnce = (
    path: string,
    { idempotency_key = crypto.randomUUID(), ...json }: KeyRotation,
    options?: CallOptions,
  ) => {
    const headers = { "idempotency-key": idempotency_key };
    return callV3<MadeKey>(transport, { method: "POST", path, json, headers }, options);
  };
  return {
    create: async (given, options) => {
      checkOptions(given, newKeyOptions);
      return makeOnce(base, given, options);
    },
    get: async (id, options) => callV3<Key>(transport, { method: "GET", path: pathOf(id) }, options),
    list: (given) => {
      const { filters, options } = filtersOf(given, filterOptions);
      return rowsOf(transport, base, { ...filters, limit: 100 }, "keys", options);
    },
    update: async (id, change, options) => {
      checkOptions(change, settings);
      return callV3<Key>(transport, { method: "PATCH", path: pathOf(id), json: change }, options);
    },
    rotate: async (id, request = {}, options) => {
      checkOptions(request, rotationOptions);
      return makeOnce(`${pathOf(id)}/rotate`, request, options);
    },
    revoke: async (id, options) => callV3<Key>(transport, { method: "DELETE", path: pathOf(id) }, options),
  };
}
