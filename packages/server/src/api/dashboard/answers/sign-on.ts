import { z } from "zod";
import { role } from "./account.ts";

/** Of an e-mail's domain, for the page to sign in at. */
export const foundSignOn = z.object({
  /** Null where the domain belongs to no team with a provider. */
  signOn: z.object({ host: z.string(), required: z.boolean() }).nullable(),
});
export type FoundSignOn = z.output<typeof foundSignOn>;

/** The claims of an ID token that may have a person's e-mail. */
export const emailClaims = ["email", "preferred_username", "upn"] as const;

/** Single sign-on of the team. */
export const signOn = z.object({
  /** What the provider asks for. */
  redirectUri: z.string(),
  /** Null until it is set up. Its secret is never shown. */
  provider: z
    .object({
      issuer: z.string(),
      clientId: z.string(),
      /** Of who joins by signing on. */
      defaultRole: role.exclude(["owner", "reviewer"]),
      /** E-mails count as verified where the provider does not say whether they are. */
      trustEmails: z.boolean(),
      /** Which claim has the e-mail. Another than `email` counts only with `trustEmails`. */
      emailClaim: z.enum(emailClaims),
      /** People of the team's domains have no other way in. */
      required: z.boolean(),
    })
    .nullable(),
  domains: z.array(
    z.object({
      domain: z.string(),
      /** The TXT record that proves it. */
      record: z.object({ name: z.string(), value: z.string() }),
      verifiedAtMs: z.number().int().nullable(),
      /** When a proven one counts as unproven, since its record is gone. */
      endsAtMs: z.number().int().nullable(),
    }),
  ),
});
export type SignOn = z.output<typeof signOn>;

/** The result of a test sign-on. A test signs no user in. */
export const signOnTest = z.object({
  /** `known`, `found` and `new` would be signed in; `proof_needed` after their password once; all others are refused. */
  outcome: z.enum([
    "known",
    "found",
    "new",
    "proof_needed",
    "other_subject",
    "no_email",
    "email_not_verified",
    "domain_not_claimed",
    "unreachable",
    "other_issuer",
    "declined",
    "wrong_answer",
  ]),
  /** What the check is called that failed. */
  detail: z.string().nullable(),
  subject: z.string().nullable(),
  email: z.string().nullable(),
  /** As they came back. */
  claims: z.record(z.string(), z.unknown()),
});
export type SignOnTest = z.output<typeof signOnTest>;
