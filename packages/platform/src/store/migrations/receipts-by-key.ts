import type { Migration } from "./migration.ts";

/** Receipts of all that a key asks for, and of batches. */
export const receiptsByKey: Migration = {
  name: "080_receipts_by_key",
  statements: [
    `ALTER TABLE api_keys ADD COLUMN receipt integer NOT NULL DEFAULT 0`,
    `ALTER TABLE batches ADD COLUMN receipt integer NOT NULL DEFAULT 0`,
  ],
};
