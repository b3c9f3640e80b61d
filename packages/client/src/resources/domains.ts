import { checkOptions, type Known } from "../known-options.ts";
import type { WithMeta } from "../results.ts";
import type { CallOptions, Transport } from "../send.ts";
import { callV3 } from "./json-call.ts";

export interface NewDomain {
  /** A host such as `photos.example.com`, or `*.example.com` for all its subdomains. */
  readonly domain: string;
}

export interface DomainList {
  readonly domains: readonly string[];
  /** Those that the operator allows for every account. */
  readonly installation: readonly string[];
}

/** The hosts that photos may be downloaded from. Requires a live key with the scope `keys:write`. */
export interface Domains {
  /** Adding a domain that already exists changes nothing. Returns it in lower case and punycode. */
  add(request: NewDomain, options?: CallOptions): Promise<WithMeta<NewDomain>>;
  list(options?: CallOptions): Promise<WithMeta<DomainList>>;
  /** @param domain as in the list */
  remove(domain: string, options?: CallOptions): Promise<void>;
}

const known: Known<NewDomain> = { domain: true };
const base = "/domains";

export const createDomains = (transport: Transport): Domains => ({
  add: async (json, options) => {
    checkOptions(json, known);
    return callV3(transport, { method: "POST", path: base, json }, options);
  },
  list: async (options) => callV3(transport, { method: "GET", path: base }, options),
  remove: async (domain, options) => {
    await callV3(transport, { method: "DELETE", path: `${base}/${encodeURIComponent(domain)}` }, options);
  },
});
