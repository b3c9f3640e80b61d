import type { Migration } from "./migration.ts";

/** Indices for what the dashboard searches and filters by, and what was sent with a delivery. */
export const findAnything: Migration = {
  name: "048_find_anything",
  statements: [
    `DROP INDEX requests_request`,
    `CREATE INDEX requests_request ON requests (account_id, request_id BY_BYTES)`,
    `CREATE INDEX requests_code ON requests (account_id, code, created_at_ms) WHERE code IS NOT NULL`,
    `DROP INDEX verification_sessions_external`,
    `CREATE INDEX verification_sessions_external ON verification_sessions (account_id, external_id BY_BYTES)`,
    `CREATE INDEX webhook_deliveries_status ON webhook_deliveries (endpoint_id, status, created_at_ms)`,
    `ALTER TABLE webhook_deliveries ADD COLUMN request_headers text`,
  ],
};
