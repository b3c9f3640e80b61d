import type { Migration } from "./migration.ts";

/** How many photos a session's reference is the mean of. */
export const referencePhotos: Migration = {
  name: "018_reference_photos",
  statements: [`ALTER TABLE verification_sessions ADD COLUMN reference_photos integer NOT NULL DEFAULT 1`],
};

/** When the person chose "Not now" on the page. */
export const declinedSessions: Migration = {
  name: "043_declined_sessions",
  statements: [`ALTER TABLE verification_sessions ADD COLUMN declined_at_ms bigint`],
};

/** Sessions that are compared later. */
export const capturedSessions: Migration = {
  name: "045_captured_sessions",
  statements: [
    `ALTER TABLE verification_sessions ADD COLUMN compare_limit integer`,
    `ALTER TABLE verification_sessions ADD COLUMN compare_minutes integer`,
    `ALTER TABLE verification_sessions ADD COLUMN comparisons integer NOT NULL DEFAULT 0`,
    `ALTER TABLE verification_sessions ADD COLUMN capture text`,
    `ALTER TABLE verification_sessions ADD COLUMN captured_at_ms bigint`,
  ],
};

/** Which of its links opens a session: a new one takes the place of the one before. */
export const sessionLinks: Migration = {
  name: "054_session_links",
  statements: [`ALTER TABLE verification_sessions ADD COLUMN link integer NOT NULL DEFAULT 1`],
};

/** Verification sessions, their timelines, how accounts show themselves, and test keys. */
export const sessions: Migration = {
  name: "011_sessions",
  statements: [
    // The kind of a test key is "private": SQLite cannot change the CHECK of a table that is there.
    `ALTER TABLE api_keys ADD COLUMN test integer NOT NULL DEFAULT 0`,
    `CREATE TABLE verification_sessions (
      id text PRIMARY KEY,
      account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      key_id text,
      status text NOT NULL CHECK (status IN ('open', 'started', 'verified', 'failed', 'expired', 'cancelled')),
      version integer NOT NULL,
      test integer NOT NULL,
      external_id text,
      metadata text NOT NULL,
      locale text,
      return_url text,
      challenge text NOT NULL CHECK (challenge IN ('required', 'off')),
      threshold double precision,
      attempts integer NOT NULL,
      attempts_allowed integer NOT NULL,
      has_reference integer NOT NULL,
      reference text,
      model text NOT NULL,
      device text,
      challenge_id text,
      consent_version text,
      result text,
      created_at_ms bigint NOT NULL,
      opened_at_ms bigint,
      started_at_ms bigint,
      ended_at_ms bigint,
      expires_at_ms bigint NOT NULL
    )`,
    `CREATE INDEX verification_sessions_account ON verification_sessions (account_id, created_at_ms)`,
    `CREATE INDEX verification_sessions_external ON verification_sessions (account_id, external_id)`,
    `CREATE INDEX verification_sessions_due ON verification_sessions (ended_at_ms, expires_at_ms)`,
    `CREATE TABLE session_timeline (
      id AUTO_ID,
      session_id text NOT NULL REFERENCES verification_sessions (id) ON DELETE CASCADE,
      kind text NOT NULL,
      data text NOT NULL,
      at_ms bigint NOT NULL
    )`,
    `CREATE INDEX session_timeline_session ON session_timeline (session_id, id)`,
    `CREATE TABLE brandings (
      account_id text PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
      name text,
      accent text,
      logo text,
      logo_type text,
      changed_at_ms bigint NOT NULL
    )`,
  ],
};
