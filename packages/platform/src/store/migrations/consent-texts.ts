import type { Migration } from "./migration.ts";

/** What people agree to in an account's own words. A change is a new version: a record of a consent names the one that was shown. */
export const consentTexts: Migration = {
  name: "084_consent_texts",
  statements: [
    `CREATE TABLE consent_texts (
      account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      version integer NOT NULL,
      texts text NOT NULL,
      created_at_ms bigint NOT NULL,
      PRIMARY KEY (account_id, version)
    )`,
  ],
};
