import type { Migration } from "./migration.ts";

/** Photos of sessions, encrypted to a key whose private half only the account has. */
export const evidence: Migration = {
  name: "083_evidence",
  statements: [
    `ALTER TABLE accounts ADD COLUMN evidence_key text`,
    `ALTER TABLE accounts ADD COLUMN evidence_days integer`,
    `ALTER TABLE verification_sessions ADD COLUMN evidence_key text`,
    `ALTER TABLE verification_sessions ADD COLUMN evidence_days integer`,
    `ALTER TABLE verification_sessions ADD COLUMN evidence text`,
    `CREATE TABLE evidence (
      id AUTO_ID,
      session_id text NOT NULL REFERENCES verification_sessions (id) ON DELETE CASCADE,
      account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      part text NOT NULL,
      attempt integer NOT NULL,
      size_bytes integer NOT NULL,
      jwe text NOT NULL,
      created_at_ms bigint NOT NULL,
      expires_at_ms bigint NOT NULL
    )`,
    `CREATE INDEX evidence_session ON evidence (session_id, size_bytes)`,
    `CREATE INDEX evidence_account ON evidence (account_id, size_bytes)`,
    `CREATE INDEX evidence_age ON evidence (expires_at_ms, session_id)`,
  ],
};
