import type { Migration } from "./migration.ts";

/** The service as an OpenID Connect provider: its clients, what flows leave behind, its keys, and which sessions wait for a client. */
export const oidc: Migration = {
  name: "078_oidc",
  statements: [
    `CREATE TABLE oidc_clients (
      id text PRIMARY KEY,
      account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      test integer NOT NULL,
      name text NOT NULL,
      secret_hash text,
      old_secret_hash text,
      old_secret_until_ms bigint,
      jwks text,
      redirect_uris text NOT NULL,
      par_required integer NOT NULL,
      created_at_ms bigint NOT NULL
    )`,
    `CREATE INDEX oidc_clients_account ON oidc_clients (account_id)`,
    `CREATE TABLE oidc_states (
      id text PRIMARY KEY,
      client_id text NOT NULL REFERENCES oidc_clients (id) ON DELETE CASCADE,
      kind text NOT NULL,
      grant_id text,
      payload text NOT NULL,
      consumed_at_ms bigint,
      expires_at_ms bigint NOT NULL
    )`,
    `CREATE INDEX oidc_states_client ON oidc_states (client_id, kind)`,
    `CREATE INDEX oidc_states_grant ON oidc_states (grant_id)`,
    `CREATE INDEX oidc_states_expiry ON oidc_states (expires_at_ms)`,
    `CREATE TABLE oidc_keys (
      id text PRIMARY KEY,
      public_key text NOT NULL,
      private_key text,
      created_at_ms bigint NOT NULL,
      retired_at_ms bigint
    )`,
    `ALTER TABLE verification_sessions ADD COLUMN oidc_client text`,
    `ALTER TABLE verification_sessions ADD COLUMN oidc_sub text`,
    `ALTER TABLE verification_sessions ADD COLUMN oidc_step text`,
    `ALTER TABLE verification_sessions ADD COLUMN oidc_simulate text`,
    `CREATE INDEX verification_sessions_oidc ON verification_sessions (oidc_client, oidc_sub) WHERE oidc_client IS NOT NULL`,
  ],
};
