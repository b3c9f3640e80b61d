import type { z } from "zod";
import { addDomain, domainsMax, listDomains, removeDomain } from "../../../accounts/keys/allowed-domains.ts";
import { normalizeDomain } from "@selfsame/platform/outbound/domains";
import type { JsonEndpoint, PlainEndpoint } from "../endpoint.ts";
import { deletedSchema } from "../schemas/common.ts";
import { domainSchema, domainsSchema, newDomainSchema } from "../schemas/domains.ts";

const tag = "Domains";
const path = "/domains";
const example = "photos.example.com";

export const listDomainsEndpoint: PlainEndpoint = {
  method: "GET",
  path,
  name: "v3.list_domains",
  key: "private",
  testKeys: false,
  tag,
  summary: "List domains",
  description: "The hosts that photos of your account may be downloaded from.",
  data: domainsSchema,
  codes: [],
  example: { summary: "One domain", data: { domains: [example], installation: [] } },
  run: async ({ keys, globalDomains }, _query, { caller }) => ({
    outcome: "listed",
    data: { domains: await listDomains(keys.store.db, caller.accountId), installation: [...globalDomains] },
  }),
};

export const addDomainEndpoint: JsonEndpoint = {
  method: "POST",
  path,
  name: "v3.add_domain",
  key: "private",
  testKeys: false,
  tag,
  status: 201,
  summary: "Add a domain",
  description: `Photos that requests of your account name by URL are downloaded from this host, too: in version 2, in batches, and as \`reference_url\` of a session.
The request can be repeated: a domain that you have is not added again. An account may have ${domainsMax}.`,
  json: newDomainSchema,
  data: domainSchema,
  codes: ["invalid_parameter", "unsupported_content_type", "too_many_domains"],
  example: { summary: "Added", data: { domain: example } },
  run: async ({ keys }, json, { caller, by }) => {
    const domain = normalizeDomain((json as z.infer<typeof newDomainSchema>).domain);
    if (domain === undefined)
      return {
        code: "invalid_parameter",
        param: "domain",
        message: "A domain is a host, such as photos.example.com or *.example.com.",
      };
    return (await addDomain(keys, by, caller.accountId, domain))
      ? { outcome: "added", status: 201, data: { domain } }
      : { code: "too_many_domains" };
  },
};

export const removeDomainEndpoint: PlainEndpoint = {
  method: "DELETE",
  path: `${path}/:domain`,
  name: "v3.remove_domain",
  key: "private",
  testKeys: false,
  tag,
  summary: "Remove a domain",
  description:
    "From the next request on, no photo is downloaded from this host, unless the operator allows it for every account.",
  data: deletedSchema,
  codes: ["domain_not_found"],
  example: { summary: "Removed", data: { id: example, deleted: true } },
  run: async ({ keys }, _query, { caller, by, params: { domain = "" } }) =>
    (await removeDomain(keys, by, caller.accountId, domain))
      ? { outcome: "removed", data: { id: domain, deleted: true } }
      : { code: "domain_not_found" },
};
