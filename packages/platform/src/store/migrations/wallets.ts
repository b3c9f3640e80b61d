import type { Migration } from "./migration.ts";

export const presentationsUsed: Migration = {
  name: "051_presentations_used",
  statements: [
    `CREATE TABLE presentations_used (id text PRIMARY KEY, expires_at_ms bigint NOT NULL)`,
    `CREATE INDEX presentations_used_expiry ON presentations_used (expires_at_ms)`,
  ],
};

export const walletRequests: Migration = {
  name: "052_wallet_requests",
  statements: [
    `ALTER TABLE verification_sessions ADD COLUMN wallet integer NOT NULL DEFAULT 0`,
    `ALTER TABLE verification_sessions ADD COLUMN document text`,
    `CREATE TABLE wallet_requests (
      session_id text PRIMARY KEY REFERENCES verification_sessions (id) ON DELETE CASCADE,
      id text NOT NULL UNIQUE,
      account_id text NOT NULL,
      sealed text,
      problem text,
      expires_at_ms bigint NOT NULL
    )`,
    `CREATE INDEX wallet_requests_open ON wallet_requests (account_id, expires_at_ms)`,
    `CREATE INDEX wallet_requests_expiry ON wallet_requests (expires_at_ms)`,
  ],
};

export const walletReturns: Migration = {
  name: "074_wallet_returns",
  statements: [`ALTER TABLE wallet_requests ADD COLUMN held text`],
};

/** By which accounts are registered as relying parties of wallets. */
export const registrationCertificates: Migration = {
  name: "089_registration_certificates",
  statements: [
    `CREATE TABLE registration_certificates (
      account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      id text NOT NULL,
      certificate text NOT NULL,
      created_at_ms bigint NOT NULL,
      PRIMARY KEY (account_id, id)
    )`,
  ],
};
