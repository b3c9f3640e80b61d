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
