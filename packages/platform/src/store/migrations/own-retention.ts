import type { Migration } from "./migration.ts";

/** Accounts may store for fewer days than the installation does. */
export const ownRetention: Migration = {
  name: "082_own_retention",
  statements: [
    `ALTER TABLE accounts ADD COLUMN sessions_days integer`,
    `ALTER TABLE accounts ADD COLUMN request_log_days integer`,
    `ALTER TABLE accounts ADD COLUMN batch_results_days integer`,
  ],
};
