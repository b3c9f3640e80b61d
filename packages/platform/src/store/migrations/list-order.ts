import type { Migration } from "./migration.ts";

/**
 * Indices that end in what lists are ordered by, and begin with what the API filters them by: a page is read from them as it is, however many rows an
 * account has. Without that, SQLite reads all rows of the account, on the event loop.
 *
 * Those of an account alone are for lists of both kinds, which name their condition. Otherwise SQLite takes them for lists of one kind, too, where its
 * statistics know that nearly all rows of an account are of that kind.
 */
export const listOrder: Migration = {
  name: "059_list_order",
  statements: [
    `DROP INDEX verification_sessions_account`,
    `CREATE INDEX verification_sessions_account ON verification_sessions (account_id, created_at_ms, id) WHERE +test >= 0`,
    `CREATE INDEX verification_sessions_kind ON verification_sessions (account_id, test, created_at_ms, id)`,
    `CREATE INDEX verification_sessions_status ON verification_sessions (account_id, test, status, created_at_ms, id)`,
    `DROP INDEX verification_sessions_external`,
    `CREATE INDEX verification_sessions_external ON verification_sessions (account_id, external_id BY_BYTES, test, created_at_ms, id)`,
    `DROP INDEX requests_account`,
    `CREATE INDEX requests_account ON requests (account_id, created_at_ms, id) WHERE +test >= 0`,
    `CREATE INDEX requests_kind ON requests (account_id, test, created_at_ms, id)`,
    `DROP INDEX requests_request`,
    `CREATE INDEX requests_request ON requests (account_id, request_id BY_BYTES, test, created_at_ms, id)`,
    `DROP INDEX events_account`,
    `CREATE INDEX events_account ON events (account_id, test, created_at_ms, id)`,
    `CREATE INDEX events_type ON events (account_id, test, type, created_at_ms, id)`,
    `DROP INDEX webhook_deliveries_endpoint`,
    `CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries (endpoint_id, created_at_ms, id)`,
    `DROP INDEX webhook_deliveries_event`,
    `CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id, created_at_ms)`,
    `DROP INDEX webhook_deliveries_status`,
    `CREATE INDEX webhook_deliveries_status ON webhook_deliveries (endpoint_id, status, created_at_ms, id)`,
    `DROP INDEX batches_account`,
    `CREATE INDEX batches_account ON batches (account_id, created_at_ms, id)`,
    `DROP INDEX api_keys_account`,
    `CREATE INDEX api_keys_account ON api_keys (account_id, created_at_ms, id)`,
  ],
};
