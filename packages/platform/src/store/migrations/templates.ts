import type { Migration } from "./migration.ts";

/** What seals the templates of an account. */
export const templates: Migration = {
  name: "072_template_keys",
  statements: [
    `CREATE TABLE template_keys (
      id text PRIMARY KEY,
      account_id text NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      test integer NOT NULL,
      secret text,
      created_at_ms bigint NOT NULL,
      deleted_at_ms bigint
    )`,
    `CREATE INDEX template_keys_account ON template_keys (account_id, test)`,
  ],
};
