import type { Migration } from "./migration.ts";

export const factors: Migration = {
  name: "024_factors",
  statements: [
    `CREATE TABLE passkeys (
      id text PRIMARY KEY,
      user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      credential_id text NOT NULL UNIQUE,
      public_key text NOT NULL,
      counter bigint NOT NULL,
      backed_up integer NOT NULL,
      name text NOT NULL,
      created_at_ms bigint NOT NULL,
      last_used_at_ms bigint
    )`,
    `CREATE INDEX passkeys_user ON passkeys (user_id)`,
    `CREATE TABLE passkey_challenges (
      challenge text PRIMARY KEY,
      browser_hash text NOT NULL,
      user_id text REFERENCES users (id) ON DELETE CASCADE,
      expires_at_ms bigint NOT NULL
    )`,
    `CREATE INDEX passkey_challenges_age ON passkey_challenges (expires_at_ms)`,
    `CREATE TABLE authenticator_apps (
      user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      secret text,
      pending_secret text,
      last_step bigint NOT NULL,
      created_at_ms bigint
    )`,
    `CREATE TABLE recovery_codes (
      hash text PRIMARY KEY,
      user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE
    )`,
    `CREATE INDEX recovery_codes_user ON recovery_codes (user_id)`,
    `CREATE TABLE sign_in_steps (
      hash text PRIMARY KEY,
      user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      proof text NOT NULL,
      expires_at_ms bigint NOT NULL
    )`,
    `CREATE INDEX sign_in_steps_user ON sign_in_steps (user_id)`,
    `CREATE INDEX sign_in_steps_age ON sign_in_steps (expires_at_ms)`,
  ],
};

export const requiredFactor: Migration = {
  name: "025_required_factor",
  statements: [`ALTER TABLE accounts ADD COLUMN factor_required integer NOT NULL DEFAULT 0`],
};
