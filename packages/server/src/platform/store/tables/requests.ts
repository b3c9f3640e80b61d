import type { Fixed } from "../fixed-column.ts";

/** What came of each request to the APIs, for some days: see request-log/. */
export interface RequestsTable {
  /** Made by the node, in the order of time: a batch whose answer was lost is written once. */
  readonly id: Fixed<string>;
  readonly account_id: Fixed<string>;
  /** "none" for the page of a session that was made in the dashboard. */
  readonly key_id: Fixed<string>;
  /** As it was answered; a caller may send the same one twice. */
  readonly request_id: Fixed<string>;
  /** Method and path as registered: `POST /api/v3/verify`. */
  readonly route: Fixed<string>;
  /** Null where the client had gone. */
  readonly status: Fixed<number | null>;
  /** In domain words; "error" where there is a code. */
  readonly outcome: Fixed<string>;
  readonly code: Fixed<string | null>;
  /** JSON: by photo, what was wrong with its quality. */
  readonly issues: Fixed<string>;
  /** What became of a challenge's screen colors; null where there were none. */
  readonly light: Fixed<string | null>;
  /** How a challenge was performed, and with how many frames; null where there was none. */
  readonly challenge_mode: Fixed<string | null>;
  readonly challenge_frames: Fixed<number | null>;
  /** JSON: milliseconds by stage. */
  readonly stages: Fixed<string>;
  readonly duration_ms: Fixed<number>;
  /** Which node answered. */
  readonly node: Fixed<string>;
  /** When it was answered. */
  readonly created_at_ms: Fixed<number>;
  /** 1: made with a test key, or on the page of a test session. */
  readonly test: Fixed<number>;
}
