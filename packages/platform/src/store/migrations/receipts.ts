import type { Migration } from "./migration.ts";

/** What signs receipts, and of sessions that get one what was sent. */
export const receipts: Migration = {
  name: "069_receipts",
  statements: [
    `CREATE TABLE receipt_keys (
      id text PRIMARY KEY,
      public_key text NOT NULL,
      private_key text,
      created_at_ms bigint NOT NULL
    )`,
    `ALTER TABLE verification_sessions ADD COLUMN receipt_photos text`,
    `ALTER TABLE verification_sessions ADD COLUMN receipt text`,
  ],
};
