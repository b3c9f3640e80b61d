import { checkOptions, type Known } from "../known-options.ts";
import type { WithMeta } from "../results.ts";
import type { CallOptions, Transport } from "../send.ts";
import { callV3, queryOf } from "./json-call.ts";

export interface UsageRange {
  /** Days such as `2026-11-01`, UTC, both of which count. The last 30 unless given; 92 at most. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** What the rows are of; `day` unless given. */
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
  /** Days in order, the others by requests, the most first. */
  readonly rows: readonly (UsageCounts & { readonly group: string })[];
  readonly total: UsageCounts;
}

const rangeOptions: Known<UsageRange> = { from: true, to: true, by: true };

/** Requests of the account: of live and public keys with a live key, of test keys with a test key. */
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
