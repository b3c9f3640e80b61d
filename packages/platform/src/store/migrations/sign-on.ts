import type { Migration } from "./migration.ts";

export const signedInBy: Migration = {
  name: "022_signed_in_by",
  statements: [`ALTER TABLE sessions ADD COLUMN signed_in_by text`, `ALTER TABLE audit ADD COLUMN signed_in_by text`],
};

/** Single sign-on by OpenID Connect: a team's provider, the e-mail domains it claims, who is who there, and sign-ons under way. */
export const signOn: Migration = {
  name: "026_sign_on",
  statements: [
    `CREATE TABLE sign_on_providers (
      account_id text PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
      issuer text NOT NULL,
      client_id text NOT NULL,
      client_secret text NOT NULL,
      default_role text NOT NULL CHECK (default_role IN ('admin', 'developer', 'viewer')),
      trust_emails integer NOT NULL,
      required integer NOT NULL,
      changed_at_ms bigint NOT NULL
    )`,
    `CREATE TABLE email_domains (
      account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      domain text NOT NULL,
      token text NOT NULL,
      created_at_ms bigint NOT NULL,
      verified_at_ms bigint,
      PRIMARY KEY (account_id, domain)
    )`,
    // Anybody may claim a domain; one team can prove it.
    `CREATE UNIQUE INDEX email_domains_verified ON email_domains (domain) WHERE verified_at_ms IS NOT NULL`,
    `CREATE TABLE identities (
      account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      issuer text NOT NULL,
      subject text NOT NULL,
      user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at_ms bigint NOT NULL,
      PRIMARY KEY (account_id, issuer, subject)
    )`,
    `CREATE UNIQUE INDEX identities_user ON identities (user_id, account_id, issuer)`,
    `CREATE TABLE sign_on_flows (
      id text PRIMARY KEY,
      browser text NOT NULL,
      account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      purpose text NOT NULL CHECK (purpose IN ('sign_in', 'confirm', 'test')),
      session_id text,
      sealed text NOT NULL,
      expires_at_ms bigint NOT NULL,
      used_at_ms bigint,
      result text
    )`,
    `CREATE INDEX sign_on_flows_browser ON sign_on_flows (browser)`,
  ],
};

/** Some providers report no `email`: which claim has it, by team. */
export const emailClaim: Migration = {
  name: "060_email_claim",
  statements: [
    `ALTER TABLE sign_on_providers ADD COLUMN email_claim text NOT NULL DEFAULT 'email'
      CHECK (email_claim IN ('email', 'preferred_username', 'upn'))`,
  ],
};
