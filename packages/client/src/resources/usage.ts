import { checkOptions, type Known } from "../known-options.ts";
import type { WithMeta } from "../results.ts";
import type { CallOptions, Transport } from "../send.ts";
import { callV3, queryOf } from "./json-call.ts";

export interface UsageRange {
  /**
   * First and last day, inclusive, such as `2026-11-01`, UTC; or times, the last exclusive. Default: the last 30 days. At most 800 days, 34 by
   * hour, ten years by month.
   */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** What to group by. Default: `day`. */
  readonly by?: "key" | "day" | "endpoint" | "outcome" | "hour" | "month" | undefined;
  /** With a time in `by`: a row for each key, endpoint or outcome of that time. */
  readonly split?: "key" | "endpoint" | "outcome" | undefined;
  /** Only requests of this key. */
  readonly key_id?: string | undefined;
}

interface UsageCounts {
  readonly requests: number;
  /** The times of all requests together. Left out by services of version 0.1. */
  readonly duration_ms?: number;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
}

export interface Usage {
  readonly from: string;
  readonly to: string;
  readonly by: NonNullable<UsageRange["by"]>;
  /** Times in chronological order; other groups by number of requests, most first. `split`: with the option. */
  readonly rows: readonly (UsageCounts & { readonly group: string; readonly split?: string })[];
  readonly total: UsageCounts;
  /** By id, the keys that rows name, except deleted ones. Left out by services of version 0.1. */
  readonly keys?: Readonly<Record<string, { readonly name: string; readonly display: string }>>;
}

const rangeOptions: Known<UsageRange> = { from: true, to: true, by: true, split: true, key_id: true };

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
