import { checkOptions, type Known } from "../known-options.ts";
import type { WithMeta } from "../results.ts";
import type { CallOptions, Transport } from "../send.ts";
import { callV3 } from "./json-call.ts";

/** Number of days for which the account's data is stored. Null: the installation's setting. */
export interface Retention {
  /** Ended sessions, with their timelines and consent records. */
  readonly sessions_days: number | null;
  /** Ended batches, with their results. */
  readonly batch_results_days: number | null;
  readonly request_log_days: number | null;
  /** The installation's periods, which are the maximum. */
  readonly installation: {
    readonly sessions_days: number;
    readonly batch_results_days: number;
    /** 0: requests are not logged. */
    readonly request_log_days: number;
  };
}

/** Fields left out stay unchanged; null restores the installation's setting. */
export interface RetentionChange {
  readonly sessions_days?: number | null | undefined;
  readonly batch_results_days?: number | null | undefined;
  readonly request_log_days?: number | null | undefined;
}

/** The account's retention. Changing it requires a key with the scope `keys:write`. */
export interface RetentionOf {
  get(options?: CallOptions): Promise<WithMeta<Retention>>;
  update(change: RetentionChange, options?: CallOptions): Promise<WithMeta<Retention>>;
}

const changeOptions: Known<RetentionChange> = {
  sessions_days: true,
  batch_results_days: true,
  request_log_days: true,
};

export function createRetention(transport: Transport): RetentionOf {
  return {
    get: async (options) => callV3<Retention>(transport, { method: "GET", path: "/retention" }, options),
    update: async (change, options) => {
      checkOptions(change, changeOptions);
      return callV3<Retention>(transport, { method: "POST", path: "/retention", json: change }, options);
    },
  };
}
