import type { Migration } from "./migration.ts";

/** The log of requests. Without a foreign key: rows are written after the answer, when the account may be gone. */
export const requests: Migration = {
  name: "019_requests",
  statements: [
    `CREATE TABLE requests (
      id text PRIMARY KEY,
      account_id text NOT NULL,
      key_id text NOT NULL,
      request_id text NOT NULL,
      route text NOT NULL,
      status integer,
      outcome text NOT NULL,
      code text,
      issues text NOT NULL,
      stages text NOT NULL,
      duration_ms double precision NOT NULL,
      node text NOT NULL,
      created_at_ms bigint NOT NULL
    )`,
    `CREATE INDEX requests_account ON requests (account_id, created_at_ms, id)`,
    `CREATE INDEX requests_request ON requests (account_id, request_id)`,
    `CREATE INDEX requests_age ON requests (created_at_ms)`,
  ],
};
/** Occurrences that were reported, so that each is reported once; and the nodes that share the database. */
export const alerts: Migration = {
  name: "020_alerts_nodes",
  statements: [
    `CREATE TABLE alerts_told (
      id text PRIMARY KEY,
      account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      told_at_ms bigint NOT NULL
    )`,
    `CREATE INDEX alerts_told_age ON alerts_told (told_at_ms)`,
    `CREATE INDEX alerts_told_account ON alerts_told (account_id)`,
    `CREATE TABLE nodes (
      id text PRIMARY KEY,
      host text NOT NULL,
      version text NOT NULL,
      started_at_ms bigint NOT NULL,
      seen_at_ms bigint NOT NULL,
      state text NOT NULL
    )`,
  ],
};
