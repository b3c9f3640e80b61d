import type { Migration } from "./migration.ts";

/** Whose e-mail address is known to be theirs, by which links that is shown, and who made a key. */
export const provenAddresses: Migration = {
  name: "036_proven_addresses",
  statements: [
    `ALTER TABLE users ADD COLUMN email_proven_at_ms bigint`,
    `ALTER TABLE invitations ADD COLUMN mailed integer NOT NULL DEFAULT 0`,
    `ALTER TABLE links ADD COLUMN proves integer NOT NULL DEFAULT 0`,
    `ALTER TABLE api_keys ADD COLUMN created_by text`,
  ],
};
