import { checkOptions, type Known } from "../known-options.ts";
import type { WithMeta } from "../results.ts";
import type { CallOptions, Transport } from "../send.ts";
import { callV3 } from "./json-call.ts";

/** A registrar's statement of who you are and what you may ask of wallets. */
export interface RegistrationCertificate {
  /** SHA-256 of it: hex. */
  readonly id: string;
  readonly name: string | null;
  /** Wallets are not sent it from then on. Null: it does not say. */
  readonly expires_at: string | null;
  readonly created_at: string;
}

export interface NewRegistrationCertificate {
  /** The compact JWT. */
  readonly certificate: string;
}

/** What requests to wallets carry in your sessions, with a live key of scope `trust:write`. */
export interface RegistrationCertificates {
  /** One that is there already is left as it is. */
  add(request: NewRegistrationCertificate, options?: CallOptions): Promise<WithMeta<RegistrationCertificate>>;
  /** The newest first, expired ones included: four at most. */
  list(
    options?: CallOptions,
  ): Promise<WithMeta<{ readonly registration_certificates: readonly RegistrationCertificate[] }>>;
  remove(id: string, options?: CallOptions): Promise<WithMeta<{ readonly id: string; readonly deleted: true }>>;
}

const known: Known<NewRegistrationCertificate> = { certificate: true };
const base = "/registration_certificates";

export const createRegistrationCertificates = (transport: Transport): RegistrationCertificates => ({
  add: async (json, options) => {
    checkOptions(json, known);
    return callV3(transport, { method: "POST", path: base, json }, options);
  },
  list: async (options) => callV3(transport, { method: "GET", path: base }, options),
  remove: async (id, options) =>
    callV3(transport, { method: "DELETE", path: `${base}/${encodeURIComponent(id)}` }, options),
});
