import type { Generated } from "kysely";
import type { Fixed } from "../fixed-column.ts";

/** A session that waits for a review: see features/sessions/reviews/review-case.ts. */
export interface ReviewCasesTable {
  readonly session_id: Fixed<string>;
  /** Id of the person who handles it. */
  assigned_to: Generated<string | null>;
  /** JSON: the decision that takes effect at `due_at_ms`. */
  decision: Generated<string | null>;
  /** Id of the person who made it. */
  decided_by: Generated<string | null>;
  due_at_ms: Generated<number | null>;
}
