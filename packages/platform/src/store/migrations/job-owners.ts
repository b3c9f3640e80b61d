import type { Migration } from "./migration.ts";

/**
 * Whose a job is, so that accounts take turns. A claimed job now has the end of its lease as the moment when it is due: the first job of
 * a lane says whether anything of the lane is.
 */
export const jobOwners: Migration = {
  name: "031_job_owners",
  statements: [
    `ALTER TABLE jobs ADD COLUMN account text NOT NULL DEFAULT ''`,
    `ALTER TABLE jobs ADD COLUMN target text NOT NULL DEFAULT ''`,
    `CREATE INDEX jobs_turns ON jobs (name, account, target, priority DESC, run_at_ms, id)`,
    `CREATE INDEX jobs_leases ON jobs (name, lease_until_ms) WHERE lease_until_ms IS NOT NULL`,
    `CREATE TABLE job_targets (
      account text NOT NULL,
      target text NOT NULL,
      standing text NOT NULL,
      strikes integer NOT NULL,
      paused_until_ms bigint NOT NULL,
      seen_at_ms bigint NOT NULL,
      PRIMARY KEY (account, target)
    )`,
    `CREATE INDEX job_targets_age ON job_targets (seen_at_ms)`,
  ],
};
