import type { Migration } from "./migration.ts";

/** By which a node finds the jobs of a claim whose answer it never got. */
export const oneQueue: Migration = {
  name: "067_one_queue",
  statements: [`ALTER TABLE jobs ADD COLUMN claim_id text`],
};
