import type { Migration } from "./migration.ts";

/** When an account's key for evidence was set. Null: before this was stored. */
export const evidenceSet: Migration = {
  name: "087_evidence_set",
  statements: [`ALTER TABLE accounts ADD COLUMN evidence_set_at_ms bigint`],
};
