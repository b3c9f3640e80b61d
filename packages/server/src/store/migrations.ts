export interface Migration {
  readonly name: string;
  readonly statements: readonly string[];
}

/**
 * Run in this order, each once; never edited after a release. The statements mean the same on SQLite and PostgreSQL, but for
 * `AUTO_ID`, which stands for a number the database gives.
 */
export const migrations: readonly Migration[] = [
  {
    name: "001_access",
    statements: [
      `CREATE TABLE accounts (
        id text PRIMARY KEY,
        email text UNIQUE,
        password_hash text,
        role text NOT NULL CHECK (role IN ('owner', 'member')),
        plan text NOT NULL,
        created_at_ms bigint NOT NULL,
        closed_at_ms bigint
      )`,
      `CREATE TABLE api_keys (
        id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES accounts (id),
        kind text NOT NULL CHECK (kind IN ('private', 'public')),
        name text NOT NULL,
        hash text NOT NULL UNIQUE,
        prefix text NOT NULL,
        last_four text NOT NULL,
        allowed_origins text NOT NULL,
        created_at_ms bigint NOT NULL,
        expires_at_ms bigint,
        revoked_at_ms bigint,
        last_used_day text,
        successor_id text
      )`,
      `CREATE INDEX api_keys_account ON api_keys (account_id)`,
      `CREATE TABLE allowed_domains (
        account_id text NOT NULL REFERENCES accounts (id),
        domain text NOT NULL,
        created_at_ms bigint NOT NULL,
        PRIMARY KEY (account_id, domain)
      )`,
      `CREATE TABLE sessions (
        id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES accounts (id),
        hash text NOT NULL UNIQUE,
        address text NOT NULL,
        user_agent text NOT NULL,
        created_at_ms bigint NOT NULL,
        last_seen_at_ms bigint NOT NULL
      )`,
      `CREATE INDEX sessions_account ON sessions (account_id)`,
      `CREATE TABLE links (
        hash text PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('setup', 'reset')),
        account_id text NOT NULL REFERENCES accounts (id),
        expires_at_ms bigint NOT NULL
      )`,
      `CREATE TABLE usage (
        hour_ms bigint NOT NULL,
        key_id text NOT NULL,
        account_id text NOT NULL,
        endpoint text NOT NULL,
        outcome text NOT NULL,
        count bigint NOT NULL,
        duration_ms bigint NOT NULL,
        PRIMARY KEY (hour_ms, key_id, endpoint, outcome)
      )`,
      `CREATE INDEX usage_account ON usage (account_id, hour_ms)`,
      `CREATE TABLE usage_batches (id text PRIMARY KEY, written_at_ms bigint NOT NULL)`,
      `CREATE TABLE audit (
        id AUTO_ID,
        at_ms bigint NOT NULL,
        account_id text,
        actor text,
        action text NOT NULL,
        target text,
        address text
      )`,
      `CREATE INDEX audit_account ON audit (account_id, at_ms)`,
    ],
  },
  {
    name: "002_challenges",
    statements: [
      `CREATE TABLE challenges (
        id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES accounts (id),
        steps text NOT NULL,
        attempts integer NOT NULL,
        created_at_ms bigint NOT NULL,
        expires_at_ms bigint NOT NULL,
        completed_at_ms bigint
      )`,
      `CREATE INDEX challenges_expiry ON challenges (expires_at_ms)`,
      `CREATE TABLE challenge_frames (
        sha256 text PRIMARY KEY,
        account_id text NOT NULL REFERENCES accounts (id),
        face_hash text NOT NULL,
        seen_at_ms bigint NOT NULL
      )`,
      `CREATE INDEX challenge_frames_account ON challenge_frames (account_id, seen_at_ms)`,
      `CREATE INDEX challenge_frames_age ON challenge_frames (seen_at_ms)`,
      `CREATE TABLE challenge_keys (
        id text PRIMARY KEY,
        secret text NOT NULL,
        created_at_ms bigint NOT NULL,
        retired_at_ms bigint
      )`,
    ],
  },
  {
    name: "003_usage_times",
    // See time-columns.ts. Requests from before have a sum of their times only.
    statements:
      "10 12 16 20 25 32 40 50 63 80 100 125 160 200 250 315 400 500 630 800 1000 1250 1600 2000 2500 3150 4000 5000 6300 8000 10000 longer"
        .split(" ")
        .map((bound) => `ALTER TABLE usage ADD COLUMN took_${bound} bigint NOT NULL DEFAULT 0`),
  },
];
