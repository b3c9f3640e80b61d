import type { Migration } from "./migration.ts";

/** When a proven domain was last asked for its record, since when it has none, and whether an operator vouches for it. */
export const domainChecks: Migration = {
  name: "058_domain_checks",
  statements: [
    `ALTER TABLE email_domains ADD COLUMN checked_at_ms bigint`,
    `ALTER TABLE email_domains ADD COLUMN missing_since_ms bigint`,
    `ALTER TABLE email_domains ADD COLUMN proven_by text`,
  ],
};
