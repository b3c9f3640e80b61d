import type { Fixed } from "../fixed-column.ts";

/** Occurrences that were reported, so that each is reported once: see alerts/. */
export interface AlertsTable {
  /** Account, event type and occurrence. */
  readonly id: Fixed<string>;
  readonly account_id: Fixed<string>;
  readonly told_at_ms: Fixed<number>;
}

/** Nodes that share the database, each with its latest report: see platform/ops/nodes.ts. */
export interface NodesTable {
  readonly id: Fixed<string>;
  readonly host: Fixed<string>;
  readonly version: Fixed<string>;
  readonly started_at_ms: Fixed<number>;
  seen_at_ms: number;
  /** JSON. */
  state: string;
}
