import type { Migration } from "./migration.ts";

/** Whether a member is mailed when sessions wait for a review, when that was last done, and in which language a person reads. */
export const reviewMail: Migration = {
  name: "064_review_mail",
  statements: [
    `ALTER TABLE members ADD COLUMN review_mail integer NOT NULL DEFAULT 1`,
    `ALTER TABLE members ADD COLUMN review_mailed_at_ms bigint`,
    `ALTER TABLE users ADD COLUMN language text`,
  ],
};
