import type { Migration } from "./migration.ts";

export const thresholds: Migration = {
  name: "049_thresholds",
  statements: [
    `ALTER TABLE accounts ADD COLUMN threshold double precision`,
    `ALTER TABLE accounts ADD COLUMN session_threshold double precision`,
    `ALTER TABLE api_keys ADD COLUMN threshold double precision`,
  ],
};
