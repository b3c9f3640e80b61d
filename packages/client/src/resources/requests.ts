import { checkOptions, type Known } from "../known-options.ts";
import type { ChallengeDetails, LightResult, QualityIssue, WithMeta } from "../results.ts";
import type { CallOptions, Transport } from "../send.ts";
import { callV3, rowsOf } from "./json-call.ts";
import { createdBetween, type CreatedBetween } from "./list-options.ts";

/** One entry of the request log. */
export interface LoggedRequest {
  /** The entry's own: several requests may have one `request_id`. */
  readonly id: string;
  readonly request_id: string;
  /** Null for the hosted page of a session that was created in the dashboard. */
  readonly key_id: string | null;
  /** Null once the key is deleted. */
  readonly key_name: string | null;
  /** Method and path: `POST /api/v3/verify`. */
  readonly route: string;
  /** HTTP status. Null if the client disconnected before the response. */
  readonly status: number | null;
  /** `match`, `no_match`, `analyzed` ...; `error` if `code` is set. */
  readonly outcome: string;
  readonly code: string | null;
  /** Quality issues to fix, by photo. */
  readonly quality_issues: Readonly<Record<string, readonly QualityIssue[]>>;
  /** The result of the screen colors. Null if there were none. */
  readonly light: LightResult | null;
  readonly challenge_details: ChallengeDetails | null;
  /** Milliseconds by stage, summed over all photos. */
  readonly stages_ms: Readonly<Record<string, number>>;
  readonly duration_ms: number;
  /** The node that processed the request. */
  readonly node: string;
  /** ISO 8601, UTC. */
  readonly answered_at: string;
}

export interface RequestFilter extends CreatedBetween {
  /** Default: `-answered_at`, the newest first. */
  readonly sort?: "answered_at" | "-answered_at" | "duration_ms" | "-duration_ms" | undefined;
  /** What the `request_id` begins with. */
  readonly id_prefix?: string | undefined;
  readonly key_id?: string | undefined;
  /** `match`, `no_match`, `error` ..., or the code of an error. */
  readonly outcome?: string | undefined;
  /** Method and path: `POST /api/v3/verify`. */
  readonly route?: string | undefined;
}

export interface Requests {
  /** Requests of the last days, newest first unless sorted. */
  list(filter?: RequestFilter, options?: CallOptions): AsyncGenerator<LoggedRequest, void, void>;
  /** @param id `meta.request_id` of the response, or `requestId` of an error */
  get(id: string, options?: CallOptions): Promise<WithMeta<LoggedRequest>>;
}

const filterOptions: Known<RequestFilter> = {
  sort: true,
  id_prefix: true,
  key_id: true,
  outcome: true,
  route: true,
  ...createdBetween,
};

export function createRequests(transport: Transport): Requests {
  return {
    list: (filter = {}, options) => {
      checkOptions(filter, filterOptions);
      return rowsOf(transport, "/requests", { ...filter, limit: 100 }, "requests", options);
    },
    get: async (id, options) =>
      callV3<LoggedRequest>(transport, { method: "GET", path: `/requests/${encodeURIComponent(id)}` }, options),
  };
}
