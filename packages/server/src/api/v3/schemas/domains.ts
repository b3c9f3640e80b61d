import { z } from "zod";
import { domainsMax } from "../../../accounts/keys/allowed-domains.ts";

export const newDomainSchema = z.strictObject({
  domain: z
    .string()
    .trim()
    .min(1)
    .max(253)
    .meta({ description: "A host such as `photos.example.com`, or `*.example.com` for all its subdomains." }),
});

export const domainSchema = z
  .object({ domain: z.string().meta({ description: "In lower case and punycode." }) })
  .meta({ id: "Domain" });

export const domainsSchema = z.object({
  domains: z.array(z.string()).meta({ description: `Those of your account, ${domainsMax} at most.` }),
  installation: z.array(z.string()).meta({ description: "Those that the operator allows for every account." }),
});
export type Domains = z.output<typeof domainsSchema>;
