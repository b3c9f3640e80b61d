import type { Migration } from "./migration.ts";

export const revocationLists: Migration = {
  name: "076_revocation_lists",
  statements: [
    `CREATE TABLE revocation_lists (
      issuer text PRIMARY KEY,
      id text NOT NULL,
      authority text NOT NULL,
      issued_at_ms bigint NOT NULL,
      next_at_ms bigint,
      certificates integer NOT NULL,
      added_at_ms bigint NOT NULL
    )`,
    `CREATE TABLE revoked_certificates (
      issuer text NOT NULL REFERENCES revocation_lists (issuer) ON DELETE CASCADE,
      serial text NOT NULL,
      PRIMARY KEY (issuer, serial)
    )`,
  ],
};
