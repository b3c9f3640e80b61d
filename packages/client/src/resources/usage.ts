import { checkOptions, type Known } from "../known-options.ts";
import type { WithMeta } from "../results.ts";
import type { CallOptions, Transport } from "../send.ts";
import { callV3, queryOf } from "./json-call.ts";

export interface UsageRange {
  /** First and last day, inclusive, such as `2026-11-01`, UTC. Default: the last 30 days; 92 at most. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** What to group by. Default: `day`. */
  readonly by?: "key" | "day" | "endpoint" | "outcome" | undefined;
}

interface UsageCounts {
  readonly requests: number;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
}

export interface Usage {
  readonly from: string;
  readonly to: string;
  readonly by: "key" | "day" | "endpoint" | "outcome";
  /** Days in chronological order; other groups by number of requests, most first. */
  readonly rows: readonly (UsageCounts & { readonly group: string })[];
  readonly total: UsageCounts;
}

const rangeOptions: Known<UsageRange> = { from: true, to: true, by: true };

/** Counts of the account's requests. A live key reads those of live and public keys, a test key those of test keys. */
export interface UsageOf {
  read(range?: UsageRange, options?: CallOptions): Promise<WithMeta<Usage>>;
}

export function createUsage(transport: Transport): UsageOf {
  return {
    read: async (range = {}, options) => {
      checkOptions(range, rangeOptions);
      return callV3<Usage>(transport, { method: "GET", path: `/usage${queryOf({ ...range })}` }, options);
    },
  };
}
