import { sql } from "kysely";

/**
 * An address is proven once a link was used that was only mailed to it or that an operator created on the command line. Two kinds of users need
 * no link: operators, whom an operator named, and users named by a team's provider, which verified their address. Without mail all other
 * addresses stay unproven, because the link's creator may have used it.
 */
export const isProven = sql<number>`CASE WHEN users.email_proven_at_ms IS NOT NULL OR users.operator = 1
  OR EXISTS (SELECT 1 FROM identities WHERE identities.user_id = users.id) THEN 1 ELSE 0 END`;
