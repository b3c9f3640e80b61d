import { checkOptions, type Known } from "../known-options.ts";
import type { WithMeta } from "../results.ts";
import type { CallOptions, Transport } from "../send.ts";
import { callV3, rowsOf } from "./json-call.ts";

/** An authority whose signed documents the account trusts. */
export interface TrustAnchor {
  /** SHA-256 of the certificate, hex. */
  readonly id: string;
  readonly name: string | null;
  readonly country: string | null;
  /** Whether it applies to requests with test keys only. */
  readonly test: boolean;
  readonly expires_at: string;
  readonly created_at: string;
}

export interface NewTrustAnchors {
  /** PEM as text; DER or an ICAO master list in base64. */
  readonly certificates: string;
}

/** The account's trust anchors, in addition to those that the operator trusts for all accounts. Requires a key with the scope `trust:write`. */
export interface TrustAnchors {
  /** Adding an anchor that already exists changes nothing. */
  add(
    request: NewTrustAnchors,
    options?: CallOptions,
  ): Promise<WithMeta<{ readonly trust_anchors: readonly TrustAnchor[] }>>;
  /** The newest first. */
  list(options?: CallOptions): AsyncGenerator<TrustAnchor, void, void>;
  remove(id: string, options?: CallOptions): Promise<WithMeta<{ readonly id: string; readonly deleted: true }>>;
}

const known: Known<NewTrustAnchors> = { certificates: true };
const base = "/trust_anchors";

export const createTrustAnchors = (transport: Transport): TrustAnchors => ({
  add: async (json, options) => {
    checkOptions(json, known);
    return callV3(transport, { method: "POST", path: base, json }, options);
  },
  list: (options) => rowsOf(transport, base, { limit: 100 }, "trust_anchors", options),
  remove: async (id, options) =>
    callV3(transport, { method: "DELETE", path: `${base}/${encodeURIComponent(id)}` }, options),
});
