import type { Migration } from "./migration.ts";

export const keyBounds: Migration = {
  name: "023_key_bounds",
  statements: [
    `ALTER TABLE api_keys ADD COLUMN scopes text`,
    `ALTER TABLE api_keys ADD COLUMN address_ranges text NOT NULL DEFAULT '[]'`,
    `ALTER TABLE api_keys ADD COLUMN requests_per_minute bigint`,
    `ALTER TABLE api_keys ADD COLUMN requests_per_month bigint`,
    `ALTER TABLE api_keys ADD COLUMN concurrent_requests bigint`,
    `CREATE INDEX audit_actor_id ON audit (actor, id)`,
    `CREATE INDEX audit_target ON audit (target, id)`,
  ],
};
