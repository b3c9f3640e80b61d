import type { Migration } from "./migration.ts";

/**
 * Who is responsible and where their privacy policy is. Live sessions need it, except for accounts that created some before: those could not
 * know. Sessions are deleted 90 days after their end, so usage shows earlier ones.
 */
export const brandingDetails: Migration = {
  name: "042_branding_details",
  statements: [
    `ALTER TABLE brandings ADD COLUMN privacy_url text`,
    `ALTER TABLE brandings ADD COLUMN controller text`,
    `ALTER TABLE brandings ADD COLUMN contact text`,
    `ALTER TABLE accounts ADD COLUMN branding_optional integer NOT NULL DEFAULT 0`,
    `UPDATE accounts SET branding_optional = 1 WHERE id IN (
      SELECT account_id FROM verification_sessions WHERE test = 0
      UNION SELECT account_id FROM usage WHERE endpoint = 'v3.create_session' AND outcome = 'open'
        AND key_id NOT IN (SELECT id FROM api_keys WHERE test = 1)
    )`,
  ],
};
