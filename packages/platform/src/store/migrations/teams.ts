import type { Migration } from "./migration.ts";

export const teams: Migration = {
  name: "012_teams",
  // An account was one person; now people are members of it. A person's id is that of the account they were, with another prefix.
  statements: [
    `CREATE TABLE users (
      id text PRIMARY KEY,
      email text UNIQUE,
      password_hash text,
      operator integer NOT NULL,
      last_account_id text,
      created_at_ms bigint NOT NULL
    )`,
    `INSERT INTO users (id, email, password_hash, operator, last_account_id, created_at_ms)
      SELECT 'usr_' || substr(id, 5), email, password_hash, CASE role WHEN 'owner' THEN 1 ELSE 0 END, id, created_at_ms
      FROM accounts`,
    `CREATE TABLE members (
      account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      role text NOT NULL CHECK (role IN ('owner', 'admin', 'developer', 'viewer')),
      created_at_ms bigint NOT NULL,
      PRIMARY KEY (account_id, user_id)
    )`,
    `CREATE INDEX members_user ON members (user_id)`,
    `INSERT INTO members (account_id, user_id, role, created_at_ms)
      SELECT id, 'usr_' || substr(id, 5), 'owner', created_at_ms FROM accounts`,
    `CREATE TABLE invitations (
      id text PRIMARY KEY,
      hash text NOT NULL UNIQUE,
      account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      email text NOT NULL,
      role text NOT NULL CHECK (role IN ('owner', 'admin', 'developer', 'viewer')),
      invited_by text NOT NULL,
      created_at_ms bigint NOT NULL,
      expires_at_ms bigint NOT NULL
    )`,
    `CREATE INDEX invitations_account ON invitations (account_id)`,
    // Sessions, devices and links are a person's; a session is in one of their teams at a time.
    `CREATE TABLE sessions_of_users (
      id text PRIMARY KEY,
      user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      hash text NOT NULL UNIQUE,
      address text NOT NULL,
      user_agent text NOT NULL,
      created_at_ms bigint NOT NULL,
      last_seen_at_ms bigint NOT NULL,
      confirmed_at_ms bigint NOT NULL
    )`,
    `INSERT INTO sessions_of_users
      (id, user_id, account_id, hash, address, user_agent, created_at_ms, last_seen_at_ms, confirmed_at_ms)
      SELECT id, 'usr_' || substr(account_id, 5), account_id, hash, address, user_agent, created_at_ms, last_seen_at_ms,
        confirmed_at_ms
      FROM sessions`,
    `DROP TABLE sessions`,
    `ALTER TABLE sessions_of_users RENAME TO sessions`,
    `CREATE INDEX sessions_user ON sessions (user_id)`,
    `CREATE INDEX sessions_account ON sessions (account_id)`,
    `CREATE TABLE devices_of_users (
      id text PRIMARY KEY,
      user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      hash text NOT NULL UNIQUE,
      last_seen_at_ms bigint NOT NULL
    )`,
    `INSERT INTO devices_of_users (id, user_id, hash, last_seen_at_ms)
      SELECT id, 'usr_' || substr(account_id, 5), hash, last_seen_at_ms FROM devices`,
    `DROP TABLE devices`,
    `ALTER TABLE devices_of_users RENAME TO devices`,
    `CREATE INDEX devices_user ON devices (user_id)`,
    `CREATE TABLE links_of_users (
      hash text PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('setup', 'reset')),
      user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      expires_at_ms bigint NOT NULL
    )`,
    `INSERT INTO links_of_users (hash, kind, user_id, expires_at_ms)
      SELECT hash, kind, 'usr_' || substr(account_id, 5), expires_at_ms FROM links`,
    `DROP TABLE links`,
    `ALTER TABLE links_of_users RENAME TO links`,
    `UPDATE audit SET actor = 'usr_' || substr(actor, 5) WHERE substr(actor, 1, 4) = 'acc_'`,
    `ALTER TABLE accounts ADD COLUMN name text NOT NULL DEFAULT ''`,
    `UPDATE accounts SET name = COALESCE(email, '')`,
    // SQLite cannot drop a column that is UNIQUE: `email` stays, empty.
    `UPDATE accounts SET email = NULL`,
    `ALTER TABLE accounts DROP COLUMN password_hash`,
    `ALTER TABLE accounts DROP COLUMN role`,
  ],
};
