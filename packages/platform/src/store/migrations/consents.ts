import type { Migration } from "./migration.ts";

/** What the person agreed to, and whether they took it back. */
export const consents: Migration = {
  name: "081_consents",
  statements: [
    `ALTER TABLE verification_sessions ADD COLUMN consent text`,
    `ALTER TABLE verification_sessions ADD COLUMN withdrawn_at_ms bigint`,
  ],
};
