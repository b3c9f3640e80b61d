import type { Migration } from "./migration.ts";

/** Existing teams and keys keep accepting both modes; new ones are inserted with `stepwise`. */
export const challengeMode: Migration = {
  name: "061_challenge_mode",
  statements: [
    `ALTER TABLE accounts ADD COLUMN challenge_mode text NOT NULL DEFAULT 'any'`,
    `ALTER TABLE api_keys ADD COLUMN challenge_mode text`,
    `ALTER TABLE requests ADD COLUMN challenge_mode text`,
    `ALTER TABLE requests ADD COLUMN challenge_frames integer`,
  ],
};
