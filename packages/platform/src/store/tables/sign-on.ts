import type { Generated } from "kysely";
import type { Fixed } from "../fixed-column.ts";

/** Claims of an ID token that may contain a person's e-mail. */
export type EmailClaim = "email" | "preferred_username" | "upn";

/** A team's identity provider, by OpenID Connect: see people/sign-on/. */
export interface SignOnProvidersTable {
  readonly account_id: Fixed<string>;
  issuer: string;
  client_id: string;
  /** Sealed: see secrets/. */
  client_secret: string;
  /** Role of people who join by signing on. */
  default_role: "admin" | "developer" | "viewer";
  /** 1: e-mails count as verified if the provider does not say. */
  trust_emails: number;
  /** Claim that contains the e-mail. */
  email_claim: Generated<EmailClaim>;
  /** 1: people of the team's domains have no other way to sign in. */
  required: number;
  changed_at_ms: number;
}

/** E-mail domains claimed by a team: its provider may vouch for these. */
export interface EmailDomainsTable {
  readonly account_id: Fixed<string>;
  /** Lower case, punycode. */
  readonly domain: Fixed<string>;
  /** Token that its DNS record must contain. */
  readonly token: Fixed<string>;
  readonly created_at_ms: Fixed<number>;
  /** Null until proven. At most one team has a domain proven. */
  verified_at_ms: number | null;
  /** When a proven domain's record was last checked. */
  checked_at_ms: Generated<number | null>;
  /** Since when its DNS lacks the team's record. */
  missing_since_ms: Generated<number | null>;
  /** Null: an earlier version, which did not record it. */
  proven_by: Generated<"dns" | "operator" | null>;
}

/** The identity of a user at a team's provider. */
export interface IdentitiesTable {
  readonly account_id: Fixed<string>;
  readonly issuer: Fixed<string>;
  readonly subject: Fixed<string>;
  readonly user_id: Fixed<string>;
  readonly created_at_ms: Fixed<number>;
}

export type SignOnPurpose = "sign_in" | "confirm" | "test";

/** Browsers that were sent to a provider. */
export interface SignOnFlowsTable {
  /** SHA-256 of the `state`, hex. */
  readonly id: Fixed<string>;
  /** SHA-256 of that browser's cookie, hex. */
  readonly browser: Fixed<string>;
  readonly account_id: Fixed<string>;
  readonly purpose: Fixed<SignOnPurpose>;
  /** The session whose confirmation or test it is. */
  readonly session_id: Fixed<string | null>;
  /** Data for checking the answer, sealed. */
  readonly sealed: Fixed<string>;
  readonly expires_at_ms: Fixed<number>;
  used_at_ms: number | null;
  /** Its result, sealed, if a caller waits for it. */
  result: string | null;
}
