import type { Migration } from "./migration.ts";

/** The first: accounts, their keys and what they use. */
export const access: Migration = {
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
};
