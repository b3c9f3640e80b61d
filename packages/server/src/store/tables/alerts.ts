import type { Fixed } from "../fixed-column.ts";

/** Occurrences that were told of, so that each is told of once: see alerts/. */
export interface AlertsTable {
  /** Account, event type and occurrence. */
  readonly id: Fixed<string>;
  readonly account_id: Fixed<string>;
  readonly told_at_ms: Fixed<number>;
}

/** Those that share the database, as each last told: see ops/nodes.ts. */
export interface NodesTable {
  readonly id: Fixed<string>;
  readonly host: Fixed<string>;
  readonly version: Fixed<string>;
  readonly started_at_ms: Fixed<number>;
  seen_at_ms: number;
  /** JSON. */
  state: string;
}
