import { z } from "zod";
import { normalizeEmail } from "../accounts/users.ts";
import type { EmailClaim } from "@selfsame/platform/store/tables/sign-on";
import { domainOf } from "./email-domain.ts";
import type { Claims } from "./open-id.ts";

/** Whether a team's provider may sign in the user whom its claims name. */
export type Judged =
  | { readonly outcome: "fine"; readonly email: string }
  | { readonly outcome: "no_email" | "email_not_verified" | "domain_not_claimed" };

const emailSchema = z.email().max(254);

/**
 * @param trustEmails whether an e-mail counts as verified when the provider does not say; one reported as not verified is never accepted
 * @param domains that the team has proven
 * @param claim that contains the e-mail. `email_verified` is about `email` only: another claim is accepted only with `trustEmails`
 */
export function judgeClaims(
  claims: Claims,
  trustEmails: boolean,
  domains: readonly string[],
  claim: EmailClaim = "email",
): Judged {
  const given = claims[claim];
  const parsed = emailSchema.safeParse(typeof given === "string" ? normalizeEmail(given) : given);
  if (!parsed.success) return { outcome: "no_email" };
  const email = parsed.data;
  const said = claim === "email" ? claims["email_verified"] : undefined;
  // Some providers send it as text, or as null if they do not know.
  const verified = said === undefined || said === null ? trustEmails : said === true || said === "true";
  if (!verified) return { outcome: "email_not_verified" };
  return domains.includes(domainOf(email)) ? { outcome: "fine", email } : { outcome: "domain_not_claimed" };
}
