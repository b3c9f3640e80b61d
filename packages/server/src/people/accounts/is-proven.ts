import { sql } from "kysely";

/**
 * An address is proven when somebody used a link that went to it by mail alone, or that an operator made on the command line. Of two
 * kinds of people it is known without: who runs the service was named by an operator, and whom a team's provider named has an
 * address that the provider verified. Where nothing is mailed, everybody else's stays unproven: the one who made the link may have used it.
 */
export const isProven = sql<number>`CASE WHEN users.email_proven_at_ms IS NOT NULL OR users.operator = 1
  OR EXISTS (SELECT 1 FROM identities WHERE identities.user_id = users.id) THEN 1 ELSE 0 END`;
