import type { QualityIssue, WithMeta } from "../results.ts";
import type { CallOptions, Transport } from "../send.ts";
import { callV3 } from "./json-call.ts";

/** What became of a request. */
export interface LoggedRequest {
  readonly request_id: string;
  readonly key_id: string | null;
  /** Method and path: `POST /api/v3/verify`. */
  readonly route: string;
  /** Null where the client had gone before the answer. */
  readonly status: number | null;
  /** `match`, `no_match`, `analyzed` ...; `error` where there is a code. */
  readonly outcome: string;
  readonly code: string | null;
  /** By photo, what a better one would have to mend. */
  readonly quality_issues: Readonly<Record<string, readonly QualityIssue[]>>;
  /** Milliseconds by stage, of all photos together. */
  readonly stages_ms: Readonly<Record<string, number>>;
  readonly duration_ms: number;
  /** Which node answered. */
  readonly node: string;
  /** ISO 8601, UTC. */
  readonly answered_at: string;
}

export interface Requests {
  /** @param id `meta.request_id` of its answer, or `requestId` of an error */
  get(id: string, options?: CallOptions): Promise<WithMeta<LoggedRequest>>;
}

export function createRequests(transport: Transport): Requests {
  return {
    get: async (id, options) =>
      callV3<LoggedRequest>(transport, { method: "GET", path: `/requests/${encodeURIComponent(id)}` }, options),
  };
}
