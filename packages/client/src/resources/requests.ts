import type { QualityIssue, WithMeta } from "../results.ts";
import type { CallOptions, Transport } from "../send.ts";
import { callV3 } from "./json-call.ts";

/** One entry of the request log. */
export interface LoggedRequest {
  readonly request_id: string;
  readonly key_id: string | null;
  /** Method and path: `POST /api/v3/verify`. */
  readonly route: string;
  /** HTTP status. Null if the client disconnected before the response. */
  readonly status: number | null;
  /** `match`, `no_match`, `analyzed` ...; `error` if `code` is set. */
  readonly outcome: string;
  readonly code: string | null;
  /** Quality issues to fix, by photo. */
  readonly quality_issues: Readonly<Record<string, readonly QualityIssue[]>>;
  /** Milliseconds by stage, summed over all photos. */
  readonly stages_ms: Readonly<Record<string, number>>;
  readonly duration_ms: number;
  /** The node that processed the request. */
  readonly node: string;
  /** ISO 8601, UTC. */
  readonly answered_at: string;
}

export interface Requests {
  /** @param id `meta.request_id` of the response, or `requestId` of an error */
  get(id: string, options?: CallOptions): Promise<WithMeta<LoggedRequest>>;
}

export function createRequests(transport: Transport): Requests {
  return {
    get: async (id, options) =>
      callV3<LoggedRequest>(transport, { method: "GET", path: `/requests/${encodeURIComponent(id)}` }, options),
  };
}
