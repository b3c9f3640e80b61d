import type { Migration } from "./migration.ts";

/** Batches and their items. */
export const batches: Migration = {
  name: "009_batches",
  statements: [
    `CREATE TABLE batches (
      id text PRIMARY KEY,
      account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      key_id text NOT NULL,
      status text NOT NULL CHECK (status IN ('queued', 'running', 'completed', 'cancelled')),
      total integer NOT NULL,
      done integer NOT NULL,
      failed integer NOT NULL,
      threshold double precision,
      cancel_reason text,
      created_at_ms bigint NOT NULL,
      started_at_ms bigint,
      ended_at_ms bigint
    )`,
    `CREATE INDEX batches_account ON batches (account_id, created_at_ms)`,
    `CREATE INDEX batches_age ON batches (created_at_ms)`,
    `CREATE TABLE batch_items (
      batch_id text NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
      position integer NOT NULL,
      item_id text NOT NULL,
      reference_urls text NOT NULL,
      selfie_url text NOT NULL,
      tries integer NOT NULL DEFAULT 0,
      result text,
      PRIMARY KEY (batch_id, position)
    )`,
  ],
};
