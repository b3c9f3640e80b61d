import type { Generated } from "kysely";
import type { Fixed } from "../fixed-column.ts";

/** Photos of sessions that only the account can open: see features/sessions/evidence/. */
export interface EvidenceTable {
  readonly id: Generated<number>;
  readonly session_id: Fixed<string>;
  readonly account_id: Fixed<string>;
  readonly part: Fixed<"reference" | "frame" | "selfie">;
  /** From 1; 0 for a reference. */
  readonly attempt: Fixed<number>;
  /** Of `jwe`. */
  readonly size_bytes: Fixed<number>;
  readonly jwe: Fixed<string>;
  readonly created_at_ms: Fixed<number>;
  readonly expires_at_ms: Fixed<number>;
}
