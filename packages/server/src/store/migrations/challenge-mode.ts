import type { Migration } from "./migration.ts";

/** Teams and keys that there are go on accepting what they did; new ones are made with another value. */
export const challengeMode: Migration = {
  name: "061_challenge_mode",
  statements: [
    `ALTER TABLE accounts ADD COLUMN challenge_mode text NOT NULL DEFAULT 'any'`,
    `ALTER TABLE api_keys ADD COLUMN challenge_mode text`,
    `ALTER TABLE requests ADD COLUMN challenge_mode text`,
    `ALTER TABLE requests ADD COLUMN challenge_frames integer`,
  ],
};
