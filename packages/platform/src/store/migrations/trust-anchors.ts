import type { Migration } from "./migration.ts";

export const trustAnchors: Migration = {
  name: "046_trust_anchors",
  statements: [
    `CREATE TABLE trust_anchors (
      id text PRIMARY KEY,
      subject_hash text NOT NULL,
      key_id text,
      certificate text NOT NULL,
      added_at_ms bigint NOT NULL
    )`,
    `CREATE INDEX trust_anchors_subject ON trust_anchors (subject_hash)`,
    `CREATE INDEX trust_anchors_key ON trust_anchors (key_id)`,
  ],
};
