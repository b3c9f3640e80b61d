import { checkOptions, type Known } from "../known-options.ts";
import type { WithMeta } from "../results.ts";
import type { CallOptions, Transport } from "../send.ts";
import { callV3 } from "./json-call.ts";

/** A registrar's statement of who you are and what you may request from wallets. */
export interface RegistrationCertificate {
  /** SHA-256 of the certificate, hex. */
  readonly id: string;
  readonly name: string | null;
  /** When the certificate expires; expired ones are not sent to wallets. Null: it states no date. */
  readonly expires_at: string | null;
  readonly created_at: string;
}

export interface NewRegistrationCertificate {
  /** The certificate as a compact JWT. */
  readonly certificate: string;
}

/** Certificates that your sessions send to wallets with each request. Requires a live key with the scope `trust:write`. */
export interface RegistrationCertificates {
  /** Adding a certificate that already exists changes nothing. */
  add(request: NewRegistrationCertificate, options?: CallOptions): Promise<WithMeta<RegistrationCertificate>>;
  /** Newest first, including expired ones: four at most. */
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
