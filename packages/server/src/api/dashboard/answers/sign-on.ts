import { z } from "zod";
import { role } from "./account.ts";

/** For the sign-in page, by the domain of an e-mail address. */
export const foundSignOn = z.object({
  /** Null if the domain belongs to no team with a provider. */
  signOn: z.object({ host: z.string(), required: z.boolean() }).nullable(),
});
export type FoundSignOn = z.output<typeof foundSignOn>;

/** The claims of an ID token that may hold a person's e-mail address. */
export const emailClaims = ["email", "preferred_username", "upn"] as const;

/** The team's single sign-on. */
export const signOn = z.object({
  /** The values to enter at the provider. */
  redirectUri: z.string(),
  /** Null before the setup. The client secret is never returned. */
  provider: z
    .object({
      issuer: z.string(),
      clientId: z.string(),
      /** The role of people who join by signing on. */
      defaultRole: role.exclude(["owner", "reviewer"]),
      /** Whether e-mail addresses count as verified if the provider does not say. */
      trustEmails: z.boolean(),
      /** The claim with the e-mail address. A claim other than `email` counts only with `trustEmails`. */
      emailClaim: z.enum(emailClaims),
      /** Whether people of the team's domains can sign in only through the provider. */
      required: z.boolean(),
    })
    .nullable(),
  domains: z.array(
    z.object({
      domain: z.string(),
      /** The TXT record that proves the domain. */
      record: z.object({ name: z.string(), value: z.string() }),
      verifiedAtMs: z.number().int().nullable(),
      /** When a proven domain stops counting as proven, because its record was removed. */
      endsAtMs: z.number().int().nullable(),
    }),
  ),
});
export type SignOn = z.output<typeof signOn>;

/** The result of a test sign-on. A test signs no user in. */
export const signOnTest = z.object({
  /** `known`, `found` and `new` would be signed in; `proof_needed` after entering their password once; all others are rejected. */
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
  /** The name of the failed check. */
  detail: z.string().nullable(),
  subject: z.string().nullable(),
  email: z.string().nullable(),
  /** The claims as returned by the provider. */
  claims: z.record(z.string(), z.unknown()),
});
export type SignOnTest = z.output<typeof signOnTest>;
