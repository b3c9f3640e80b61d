import type { Migration } from "./migration.ts";

export const presentationsUsed: Migration = {
  name: "051_presentations_used",
  statements: [
    `CREATE TABLE presentations_used (id text PRIMARY KEY, expires_at_ms bigint NOT NULL)`,
    `CREATE INDEX presentations_used_expiry ON presentations_used (expires_at_ms)`,
  ],
};
