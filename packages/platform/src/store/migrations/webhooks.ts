import type { Migration } from "./migration.ts";

export const testEvents: Migration = {
  name: "030_test_events",
  statements: [
    `ALTER TABLE events ADD COLUMN test integer NOT NULL DEFAULT 0`,
    `ALTER TABLE webhook_endpoints ADD COLUMN test integer NOT NULL DEFAULT 0`,
  ],
};

/**
 * When an endpoint first answered 2xx, and what it got before; which requests were made with a test key; and an index to find the test
 * events that have had their day.
 */
export const webhookTrust: Migration = {
  name: "032_webhook_trust",
  statements: [
    `ALTER TABLE webhook_endpoints ADD COLUMN verified_at_ms bigint`,
    `ALTER TABLE webhook_endpoints ADD COLUMN posts_unverified integer NOT NULL DEFAULT 0`,
    `ALTER TABLE webhook_endpoints ADD COLUMN posted_at_ms bigint`,
    `UPDATE webhook_endpoints SET verified_at_ms = created_at_ms
      WHERE id IN (SELECT endpoint_id FROM webhook_deliveries WHERE status = 'delivered')`,
    `ALTER TABLE requests ADD COLUMN test integer NOT NULL DEFAULT 0`,
    `UPDATE requests SET test = 1
      WHERE account_id IN (SELECT account_id FROM api_keys WHERE test = 1)
        AND key_id IN (SELECT id FROM api_keys WHERE test = 1)`,
    `CREATE INDEX events_test_age ON events (created_at_ms) WHERE test = 1`,
  ],
};
