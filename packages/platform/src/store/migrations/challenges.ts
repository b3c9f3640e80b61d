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

export const challengeSteps: Migration = {
  name: "040_challenge_steps",
  statements: [
    `ALTER TABLE challenges ADD COLUMN plan text`,
    `CREATE TABLE challenge_turns (
      challenge_id text NOT NULL REFERENCES challenges (id) ON DELETE CASCADE,
      position integer NOT NULL,
      task text,
      shown_at_ms bigint NOT NULL,
      not_before_ms integer NOT NULL,
      until_ms integer NOT NULL,
      taken_at_ms bigint,
      frame text,
      PRIMARY KEY (challenge_id, position)
    )`,
    `CREATE INDEX challenge_turns_age ON challenge_turns (shown_at_ms)`,
  ],
};

export const challengeLight: Migration = {
  name: "055_challenge_light",
  statements: [
    `ALTER TABLE requests ADD COLUMN light text`,
    `CREATE TABLE challenge_light (
      day_ms bigint NOT NULL,
      result text NOT NULL,
      passed integer NOT NULL,
      correlation integer NOT NULL,
      count integer NOT NULL,
      PRIMARY KEY (day_ms, result, passed, correlation)
    )`,
  ],
};

export const lightUse: Migration = {
  name: "056_light_use",
  statements: [`ALTER TABLE accounts ADD COLUMN light_use text`],
};

export const frameDetail: Migration = {
  name: "047_frame_detail",
  statements: [`ALTER TABLE challenge_frames ADD COLUMN detail_hash text`],
};
