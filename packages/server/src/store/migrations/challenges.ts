import type { Migration } from "./migration.ts";

export const challengeDrawers: Migration = {
  name: "028_challenge_drawers",
  statements: [
    `ALTER TABLE challenges ADD COLUMN drawer text`,
    `CREATE INDEX challenges_drawer ON challenges (drawer, created_at_ms)`,
  ],
};

export const challengeKeys: Migration = {
  name: "029_challenge_keys_open",
  statements: [
    `ALTER TABLE challenges ADD COLUMN key_id text`,
    `CREATE INDEX challenges_key ON challenges (key_id, expires_at_ms)`,
  ],
};
