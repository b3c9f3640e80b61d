import { checkOptions, type Known } from "../known-options.ts";
import type { WithMeta } from "../results.ts";
import type { CallOptions, Transport } from "../send.ts";
import { callV3 } from "./json-call.ts";

/** For how many days what is the account's is stored. Null: as the installation. */
export interface Retention {
  /** Sessions after their end, with their timelines and records of consent. */
  readonly sessions_days: number | null;
  /** Batches after their end, with their results. */
  readonly batch_results_days: number | null;
  readonly request_log_days: number | null;
  /** The most that you can have. */
  readonly installation: {
    readonly sessions_days: number;
    readonly batch_results_days: number;
    /** 0: no request is logged. */
    readonly request_log_days: number;
  };
}

/** What is not given stays; null restores the installation's. */
export interface RetentionChange {
  readonly sessions_days?: number | null | undefined;
  readonly batch_results_days?: number | null | undefined;
  readonly request_log_days?: number | null | undefined;
}

/** To change it, the key needs the scope `keys:write`. */
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
