import type { Migration } from "./migration.ts";

/** Which key made a key, whose limits it counts against, and for whom it acts. */
export const keyOrigins: Migration = {
  name: "057_key_origins",
  statements: [
    `ALTER TABLE api_keys ADD COLUMN parent_id text`,
    `ALTER TABLE api_keys ADD COLUMN budget_id text`,
    `ALTER TABLE api_keys ADD COLUMN ancestors text NOT NULL DEFAULT '[]'`,
    `ALTER TABLE api_keys ADD COLUMN acts_for text`,
    `UPDATE api_keys SET parent_id = created_by WHERE created_by IN (SELECT id FROM api_keys)`,
    `CREATE INDEX api_keys_parent ON api_keys (parent_id)`,
  ],
};
