import type { Migration } from "./migration.ts";

export const trustLists: Migration = {
  name: "079_trust_lists",
  statements: [
    `ALTER TABLE trust_anchors ADD COLUMN document_types text`,
    `ALTER TABLE account_trust_anchors ADD COLUMN document_types text`,
    `CREATE TABLE trust_lists (
      id text PRIMARY KEY,
      source text NOT NULL,
      kind text NOT NULL,
      signer text NOT NULL,
      issued_at_ms bigint NOT NULL,
      next_at_ms bigint,
      checked_at_ms bigint NOT NULL
    )`,
    `CREATE TABLE trust_list_anchors (
      list_id text NOT NULL REFERENCES trust_lists (id) ON DELETE CASCADE,
      id text NOT NULL,
      subject_hash text NOT NULL,
      key_id text,
      certificate text NOT NULL,
      document_types text,
      PRIMARY KEY (list_id, id)
    )`,
    `CREATE INDEX trust_list_anchors_subject ON trust_list_anchors (subject_hash)`,
    `CREATE INDEX trust_list_anchors_key ON trust_list_anchors (key_id)`,
  ],
};
