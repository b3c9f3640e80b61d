import type { Migration } from "./migration.ts";

export const accountTrust: Migration = {
  name: "053_account_trust",
  statements: [
    `ALTER TABLE api_keys ADD COLUMN require_signed_document integer NOT NULL DEFAULT 0`,
    `ALTER TABLE verification_sessions ADD COLUMN require_signed_document integer NOT NULL DEFAULT 0`,
    `CREATE TABLE account_trust_anchors (
      account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      test integer NOT NULL,
      id text NOT NULL,
      subject_hash text NOT NULL,
      key_id text,
      certificate text NOT NULL,
      created_at_ms bigint NOT NULL,
      PRIMARY KEY (account_id, test, id)
    )`,
    `CREATE INDEX account_trust_anchors_subject ON account_trust_anchors (account_id, subject_hash)`,
    `CREATE INDEX account_trust_anchors_key ON account_trust_anchors (account_id, key_id)`,
  ],
};

/** Chips of the years when SHA-1 and SHA-224 were in use. */
export const weakSignatures: Migration = {
  name: "065_weak_signatures",
  statements: [`ALTER TABLE api_keys ADD COLUMN allow_weak_signature integer NOT NULL DEFAULT 0`],
};
