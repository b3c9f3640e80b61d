import type { Generated } from "kysely";
import type { Fixed } from "../fixed-column.ts";

/** Of a session that waits for a review: see features/sessions/reviews/review-case.ts. */
export interface ReviewCasesTable {
  readonly session_id: Fixed<string>;
  /** Id of the person who sees to it. */
  assigned_to: Generated<string | null>;
  /** JSON: the decision that takes effect at `due_at_ms`. */
  decision: Generated<string | null>;
  /** Id of the person who took it. */
  decided_by: Generated<string | null>;
  due_at_ms: Generated<number | null>;
}
