import type { Generated } from "kysely";
import type { Fixed } from "../fixed-column.ts";

/** A claim of an ID token that may have a person's e-mail. */
export type EmailClaim = "email" | "preferred_username" | "upn";

/** Whom a team lets say who its people are, by OpenID Connect: see people/sign-on/. */
export interface SignOnProvidersTable {
  readonly account_id: Fixed<string>;
  issuer: string;
  client_id: string;
  /** Sealed: see secrets/. */
  client_secret: string;
  /** Of who joins by signing on. */
  default_role: "admin" | "developer" | "viewer";
  /** 1: e-mails count as verified where the provider does not say whether they are. */
  trust_emails: number;
  /** Which claim has the e-mail. */
  email_claim: Generated<EmailClaim>;
  /** 1: people of the team's domains have no other way in. */
  required: number;
  changed_at_ms: number;
}

/** Claimed by a team: whose e-mails its provider may speak for. */
export interface EmailDomainsTable {
  readonly account_id: Fixed<string>;
  /** Lower case, punycode. */
  readonly domain: Fixed<string>;
  /** What its DNS has to say. */
  readonly token: Fixed<string>;
  readonly created_at_ms: Fixed<number>;
  /** Null until it was proven. One team at most has a domain proven. */
  verified_at_ms: number | null;
  /** When a proven one was last asked for its record. */
  checked_at_ms: Generated<number | null>;
  /** Since when its DNS has no record of the team. */
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
  /** SHA-256 of the cookie of the browser that was sent, hex. */
  readonly browser: Fixed<string>;
  readonly account_id: Fixed<string>;
  readonly purpose: Fixed<SignOnPurpose>;
  /** Whose confirmation or test it is. */
  readonly session_id: Fixed<string | null>;
  /** What the answer is checked with, sealed. */
  readonly sealed: Fixed<string>;
  readonly expires_at_ms: Fixed<number>;
  used_at_ms: number | null;
  /** Its result, sealed, where a caller waits for it. */
  result: string | null;
}
