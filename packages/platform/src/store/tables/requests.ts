import type { Fixed } from "../fixed-column.ts";

/** Outcome of each API request, kept for some days: see request-log/. */
export interface RequestsTable {
  /** Assigned by the node, in order of time: a batch of rows whose answer was lost is written once. */
  readonly id: Fixed<string>;
  readonly account_id: Fixed<string>;
  /** "none" for the page of a session that was created in the dashboard. */
  readonly key_id: Fixed<string>;
  /** As returned; a caller may send the same one twice. */
  readonly request_id: Fixed<string>;
  /** Method and registered path: `POST /api/v3/verify`. */
  readonly route: Fixed<string>;
  /** Null if the client had disconnected. */
  readonly status: Fixed<number | null>;
  /** In domain terms; "error" if there is a code. */
  readonly outcome: Fixed<string>;
  readonly code: Fixed<string | null>;
  /** JSON: quality issues by photo. */
  readonly issues: Fixed<string>;
  /** Result of a challenge's screen colors; null if there were none. */
  readonly light: Fixed<string | null>;
  /** Mode and number of frames of a challenge; null without one. */
  readonly challenge_mode: Fixed<string | null>;
  readonly challenge_frames: Fixed<number | null>;
  /** JSON: milliseconds by stage. */
  readonly stages: Fixed<string>;
  readonly duration_ms: Fixed<number>;
  /** The answering node. */
  readonly node: Fixed<string>;
  /** Time of the answer. */
  readonly created_at_ms: Fixed<number>;
  /** 1: made with a test key, or on the page of a test session. */
  readonly test: Fixed<number>;
}
