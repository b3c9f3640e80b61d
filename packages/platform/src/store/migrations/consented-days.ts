import type { Migration } from "./migration.ts";

/** For how many days after its end a session may be stored, as its person was told. */
export const consentedDays: Migration = {
  name: "088_consented_days",
  statements: [
    `ALTER TABLE verification_sessions ADD COLUMN consented_days bigint`,
    // 86,400,000 ms are a day; the product exceeds an integer of PostgreSQL.
    `CREATE INDEX verification_sessions_consented ON verification_sessions ((ended_at_ms + consented_days * 86400000))`,
  ],
};
