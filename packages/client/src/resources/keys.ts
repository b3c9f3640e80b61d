import { checkOptions, type Known } from "../known-options.ts";
import type { WithMeta } from "../results.ts";
import type { CallOptions, Transport } from "../send.ts";
import { callV3, rowsOf } from "./json-call.ts";

/** Beside those of the plan; null: no limit of its own. */
export interface KeyLimits {
  readonly requests_per_minute: number | null;
  readonly requests_per_month: number | null;
  readonly concurrent_requests: number | null;
}

/** What is left out is as it is with the key that asks; of a change, as it was. */
export interface KeySettings {
  readonly name?: string | undefined;
  /** Null: all but `keys:write`. */
  readonly scopes?: readonly string[] | null | undefined;
  /** Such as `192.0.2.0/24`. Empty: from anywhere. */
  readonly address_ranges?: readonly string[] | undefined;
  /** Of a public key: the origins of the pages that use it. */
  readonly allowed_origins?: readonly string[] | undefined;
  readonly limits?: KeyLimits | undefined;
  readonly require_challenge?: boolean | undefined;
  readonly require_passive_liveness?: boolean | undefined;
  /** Whether a reference that no trusted issuer signed is rejected, where the request does not say. */
  readonly require_signed_document?: boolean | undefined;
  /** Whether the chip of a document may be signed with SHA-1 or SHA-224. */
  readonly allow_weak_signature?: boolean | undefined;
  /** Whether each verdict comes with a signed receipt. */
  readonly receipt?: boolean | undefined;
  readonly allow_several_faces?: boolean | undefined;
  /** Which live challenges it starts and accepts; `any`: also all steps at once, for pages with an older camera; null: as the team has it. */
  readonly challenge_mode?: "stepwise" | "any" | null | undefined;
  /** The similarity from which two faces match, where the request does not say; null: the team's, or else the model's own. */
  readonly threshold?: number | null | undefined;
  /** When it ends by itself; null: never. */
  readonly expires_at?: string | null | undefined;
}

export interface NewKey extends KeySettings {
  readonly name: string;
  /** `private` unless given; with a test key `test`. */
  readonly kind?: "private" | "public" | "test" | undefined;
  /** Under one key a request makes one key. One that is sent again throws an ApiError `secret_already_shown`. Of each call's own unless given. */
  readonly idempotency_key?: string | undefined;
}

export interface Key {
  readonly id: string;
  readonly name: string;
  readonly kind: "private" | "public" | "test";
  /** Prefix and last four characters. */
  readonly display: string;
  readonly status: "active" | "expired" | "revoked";
  /** Null: all but `keys:write`. */
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
  /** Null: as the team has it. */
  readonly challenge_mode: "stepwise" | "any" | null;
  /** Null: the team's, or else the model's own. */
  readonly threshold: number | null;
  /** The key that rotation made. */
  readonly successor_id: string | null;
  /** The key that created it. Null: a person or the command line did. */
  readonly created_with: string | null;
  /** The id of the user who created it. Null: another key or the command line did. */
  readonly created_by: string | null;
  /** Whether nobody who created or rotated it belongs to the team any more. */
  readonly creator_left: boolean;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** A day, UTC. */
  readonly last_used_on: string | null;
  /** Of its own `requests_per_month`. Null: it has no such limit, or has ended. */
  readonly used_this_month: number | null;
}

export interface MadeKey extends Key {
  /** The key itself. Shown this once. */
  readonly secret: string;
}

interface KeyRotation {
  /** How long the old key lives on, in seconds; a day unless given. */
  readonly overlap_s?: number | undefined;
  readonly idempotency_key?: string | undefined;
}

/** API keys of the account, with a key of scope `keys:write`: none that may do more than itself. */
export interface Keys {
  create(key: NewKey, options?: CallOptions): Promise<WithMeta<MadeKey>>;
  get(id: string, options?: CallOptions): Promise<WithMeta<Key>>;
  /** The newest first. */
  list(options?: CallOptions): AsyncGenerator<Key, void, void>;
  update(id: string, change: KeySettings, options?: CallOptions): Promise<WithMeta<Key>>;
  /** Makes a successor. */
  rotate(id: string, request?: KeyRotation, options?: CallOptions): Promise<WithMeta<MadeKey>>;
  /** Ends the key for good. */
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
    list: (options) => rowsOf(transport, base, { limit: 100 }, "keys", options),
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
