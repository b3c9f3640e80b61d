import type { Migration } from "./migration.ts";

/** The same column without its CHECK, which SQLite can drop only with the column: the type in schema.ts says what it holds. */
const unchecked = (table: string, column: string, byDefault: string): readonly string[] => [
  `ALTER TABLE ${table} RENAME COLUMN ${column} TO ${column}_checked`,
  `ALTER TABLE ${table} ADD COLUMN ${column} text NOT NULL DEFAULT '${byDefault}'`,
  `UPDATE ${table} SET ${column} = ${column}_checked`,
  `ALTER TABLE ${table} DROP COLUMN ${column}_checked`,
];

/** Sessions that a person decides, who may be that person, and what a team wants of it. */
export const sessionReviews: Migration = {
  name: "044_session_reviews",
  statements: [
    ...unchecked("verification_sessions", "status", "open"),
    `ALTER TABLE verification_sessions ADD COLUMN review integer NOT NULL DEFAULT 0`,
    `ALTER TABLE verification_sessions ADD COLUMN review_pending text`,
    ...unchecked("members", "role", "viewer"),
    ...unchecked("invitations", "role", "viewer"),
    `ALTER TABLE accounts ADD COLUMN review_failed integer NOT NULL DEFAULT 0`,
    `ALTER TABLE accounts ADD COLUMN review_by_two integer NOT NULL DEFAULT 0`,
  ],
};

/** Who sees to a session that waits for a review, and the decision that can still be undone. */
export const reviewCases: Migration = {
  name: "062_review_cases",
  statements: [
    `CREATE TABLE review_cases (
      session_id text PRIMARY KEY REFERENCES verification_sessions (id) ON DELETE CASCADE,
      assigned_to text,
      decision text,
      decided_by text,
      due_at_ms bigint
    )`,
    `CREATE INDEX review_cases_due ON review_cases (due_at_ms) WHERE due_at_ms IS NOT NULL`,
  ],
};
