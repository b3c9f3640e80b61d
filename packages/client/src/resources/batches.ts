import { checkOptions, type Known } from "../known-options.ts";
import type { WithMeta } from "../results.ts";
import type { CallOptions, Transport } from "../send.ts";
import { callV3, queryOf, rowsOf } from "./json-call.ts";

export interface BatchItem {
  /** Yours, up to 128 characters, once a batch. */
  readonly id: string;
  /** One to five photos of the person. Required unless there is a `reference_template`. */
  readonly reference_urls?: readonly string[] | undefined;
  /** Or what `templates.create` returned, with the purpose that it was made for. */
  readonly reference_template?: string | undefined;
  readonly template_purpose?: string | undefined;
  readonly selfie_url: string;
}

export interface NewBatch {
  /** At most 10,000. An error's `param` names the first that is wrong by its line, from 1: `line 3 selfie_url`. */
  readonly items: Iterable<BatchItem>;
  /** The model's own unless given. */
  readonly threshold?: number | undefined;
  /** An https address that hears of the end of this batch. */
  readonly callback?: string | undefined;
  /** Whether each result comes with a signed receipt. As the key has it unless given. */
  readonly receipt?: boolean | undefined;
  /** Under one key a batch is made once, however often it is asked for within a day. Of each call's own unless given. */
  readonly idempotency_key?: string | undefined;
}

export interface Batch {
  readonly id: string;
  readonly status: "queued" | "running" | "completed" | "cancelled";
  readonly total: number;
  /** How many were compared. */
  readonly done: number;
  /** How many could not be: their results say why. */
  readonly failed: number;
  readonly threshold: number | null;
  readonly cancel_reason: "asked" | "key_revoked" | null;
  /** Seconds until it is through, as far as that is known. */
  readonly eta_s: number | null;
  /** ISO 8601, UTC, as the others. */
  readonly created_at: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
}

export interface MadeBatch extends Batch {
  /** What the callback is signed with, for `verifyWebhook`; null without one. Not told again. */
  readonly callback_secret: string | null;
}

export interface BatchResult {
  /** As you named the item. */
  readonly id: string;
  readonly status: "done" | "failed" | "pending";
  readonly match: boolean | null;
  /** Null below the threshold. */
  readonly similarity: number | null;
  readonly threshold: number | null;
  readonly false_match_rate: number | null;
  /** How many of the references showed a face. */
  readonly references_used: number | null;
  /** Why it failed: a code of `verify`, or `url_not_allowed`, `download_failed`, `quota_exceeded`. */
  readonly code: string | null;
  /** The photo to blame: `selfie_url`, `reference_urls[0]`. */
  readonly param: string | null;
  /** For `verifyReceipt`. Null where none was asked for, and of what failed. Left out by services of 0.1. */
  readonly receipt?: string | null;
}

export interface Batches {
  create(batch: NewBatch, options?: CallOptions): Promise<WithMeta<MadeBatch>>;
  get(id: string, options?: CallOptions): Promise<WithMeta<Batch>>;
  /** The newest first. */
  list(options?: CallOptions): AsyncGenerator<Batch, void, void>;
  /** One an item, in their order; `pending` where there is none yet. */
  results(id: string, options?: CallOptions): AsyncGenerator<BatchResult, void, void>;
  /** What has a result keeps it. */
  cancel(id: string, options?: CallOptions): Promise<WithMeta<Batch>>;
  /** With its results, whether it has ended or not. */
  delete(id: string, options?: CallOptions): Promise<void>;
}

const batchOptions: Known<NewBatch> = {
  items: true,
  threshold: true,
  callback: true,
  receipt: true,
  idempotency_key: true,
};

const pathOf = (id: string): string => `/batches/${encodeURIComponent(id)}`;

export function createBatches(transport: Transport): Batches {
  return {
    create: async (batch, options) => {
      checkOptions(batch, batchOptions);
      const { items, threshold, callback, receipt, idempotency_key = crypto.randomUUID() } = batch;
      const lines = Array.from(items, (item) => `${JSON.stringify(item)}\n`).join("");
      const path = `/batches${queryOf({ threshold, callback, receipt: receipt?.toString() })}`;
      const headers = { "idempotency-key": idempotency_key };
      return callV3<MadeBatch>(transport, { method: "POST", path, lines, headers }, options);
    },
    get: async (id, options) => callV3<Batch>(transport, { method: "GET", path: pathOf(id) }, options),
    list: (options) => rowsOf(transport, "/batches", { limit: 100 }, "batches", options),
    results: (id, options) => rowsOf(transport, `${pathOf(id)}/results`, { limit: 1000 }, "results", options),
    cancel: async (id, options) => callV3<Batch>(transport, { method: "POST", path: `${pathOf(id)}/cancel` }, options),
    delete: async (id, options) => {
      await callV3(transport, { method: "DELETE", path: pathOf(id) }, options);
    },
  };
}
