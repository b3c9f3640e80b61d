import type { Migration } from "./migration.ts";

export const passiveLiveness: Migration = {
  name: "038_passive_liveness",
  statements: [
    `ALTER TABLE api_keys ADD COLUMN require_passive_liveness integer NOT NULL DEFAULT 0`,
    `ALTER TABLE accounts ADD COLUMN passive_liveness_required integer NOT NULL DEFAULT 0`,
    `ALTER TABLE verification_sessions ADD COLUMN passive_liveness text NOT NULL DEFAULT 'off'`,
  ],
};

/** Whether a selfie that is surely live needs no challenge: `open` until that one selfie was sent, `taken` since. */
export const passiveFirst: Migration = {
  name: "063_passive_first",
  statements: [`ALTER TABLE verification_sessions ADD COLUMN passive_first text NOT NULL DEFAULT 'off'`],
};
