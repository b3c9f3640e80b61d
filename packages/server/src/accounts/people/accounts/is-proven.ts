import { sql } from "kysely";

/**
 * Whether a user's address is proven: a link was used that was only mailed to it, or that an operator created on the command line. Two kinds of users
 * need no link: operators, whom an operator named, and users whom a team's provider named, which verified their address. Without mail, all other
 * addresses stay unproven: whoever created a link may have used it.
 */
export const isProven = sql<number>`CASE WHEN users.email_proven_at_ms IS NOT NULL OR users.operator = 1
  OR EXISTS (SELECT 1 FROM identities WHERE identities.user_id = users.id) THEN 1 ELSE 0 END`;
