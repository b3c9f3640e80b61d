import { checkOptions, type Known } from "../known-options.ts";
import type { WithMeta } from "../results.ts";
import type { CallOptions, Transport } from "../send.ts";
import { callV3, queryOf, rowsOf } from "./json-call.ts";
import { createdBetween, type CreatedBetween, filtersOf, type ListOptions } from "./list-options.ts";

export interface BatchItem {
  /** Your id for the item, up to 128 characters, unique in the batch. */
  readonly id: string;
  /** URLs of one to five photos of the person. Required unless `reference_template` is given. */
  readonly reference_urls?: readonly string[] | undefined;
  /** Instead: a template from `templates.create`, with the purpose it was created for. */
  readonly reference_template?: string | undefined;
  readonly template_purpose?: string | undefined;
  readonly selfie_url: string;
}

export interface NewBatch {
  /** At most 10,000. An error's `param` names the first invalid item by its line, counted from 1: `line 3 selfie_url`. */
  readonly items: Iterable<BatchItem>;
  /** Default: the model's own. */
  readonly threshold?: number | undefined;
  /** An https URL that receives a webhook when this batch ends. */
  readonly callback?: string | undefined;
  /** Whether each result includes a signed receipt. Default: the key's setting. */
  readonly receipt?: boolean | undefined;
  /** Requests with the same key within a day create one batch. Default: a new key for each call. */
  readonly idempotency_key?: string | undefined;
}

export interface Batch {
  readonly id: string;
  readonly status: "queued" | "running" | "completed" | "cancelled";
  readonly total: number;
  /** Number of items compared. */
  readonly done: number;
  /** Number of items that failed; each result has the reason. */
  readonly failed: number;
  readonly threshold: number | null;
  readonly cancel_reason: "asked" | "key_revoked" | null;
  /** Estimated seconds until the batch ends; null if unknown. */
  readonly eta_s: number | null;
  /** ISO 8601, UTC, like the other times. */
  readonly created_at: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  /** The key that the batch counts for. Services of version 0.1 leave out this field and the next two. */
  readonly key_id?: string;
  /** Null once the key is deleted. */
  readonly key_name?: string | null;
  /** How many days after its end the batch is deleted, with its results. */
  readonly kept_days?: number;
}

export interface MadeBatch extends Batch {
  /** The secret that signs the callback, for `verifyWebhook`; null without a callback. Returned only here. */
  readonly callback_secret: string | null;
}

export interface BatchResult {
  /** Your id for the item. */
  readonly id: string;
  /** Its place among the items, from 0. Left out by services of version 0.1. */
  readonly position?: number;
  readonly status: "done" | "failed" | "pending";
  readonly match: boolean | null;
  /** Null below the threshold. */
  readonly similarity: number | null;
  readonly threshold: number | null;
  readonly false_match_rate: number | null;
  /** Number of references that show a face. */
  readonly references_used: number | null;
  /** Why the item failed: an error code of `verify`, or `url_not_allowed`, `download_failed`, `quota_exceeded`. */
  readonly code: string | null;
  /** The photo that caused the failure: `selfie_url`, `reference_urls[0]`. */
  readonly param: string | null;
  /** For `verifyReceipt`. Null if not requested or if the item failed. Left out by services of version 0.1. */
  readonly receipt?: string | null;
}

export interface BatchFilter extends CreatedBetween {
  /** With `-`, the largest first. Default: `-created_at`, the newest first. */
  readonly sort?: "created_at" | "-created_at" | "total" | "-total" | "failed" | "-failed" | undefined;
  /** What the id begins with. */
  readonly id_prefix?: string | undefined;
  readonly status?: Batch["status"] | undefined;
  /** Only batches that count for this key. */
  readonly key_id?: string | undefined;
}

export interface BatchResultFilter {
  /** With `-`, the largest first. Default: the order of the items. */
  readonly sort?: "position" | "-position" | "id" | "-id" | "similarity" | "-similarity" | undefined;
  /** What the item's id begins with. */
  readonly id_prefix?: string | undefined;
  readonly outcome?: "match" | "no_match" | "failed" | "pending" | undefined;
  /** Only items that failed with this code. */
  readonly code?: string | undefined;
}

export interface Batches {
  create(batch: NewBatch, options?: CallOptions): Promise<WithMeta<MadeBatch>>;
  get(id: string, options?: CallOptions): Promise<WithMeta<Batch>>;
  /** The newest first, unless sorted. */
  list(options?: ListOptions<BatchFilter>): AsyncGenerator<Batch, void, void>;
  /** One result per item, in the order of the items unless sorted; `pending` if the item has no result yet. */
  results(id: string, options?: ListOptions<BatchResultFilter>): AsyncGenerator<BatchResult, void, void>;
  /** Cancels the batch. Items that already have a result keep it. */
  cancel(id: string, options?: CallOptions): Promise<WithMeta<Batch>>;
  /** Deletes the batch and its results, even if it has not ended. */
  delete(id: string, options?: CallOptions): Promise<void>;
}

const batchOptions: Known<NewBatch> = {
  items: true,
  threshold: true,
  callback: true,
  receipt: true,
  idempotency_key: true,
};

const filterOptions: Known<BatchFilter> = {
  sort: true,
  id_prefix: true,
  status: true,
  key_id: true,
  ...createdBetween,
};
const resultFilterOptions: Known<BatchResultFilter> = { sort: true, id_prefix: true, outcome: true, code: true };

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
    list: (given) => {
      const { filters, options } = filtersOf(given, filterOptions);
      return rowsOf(transport, "/batches", { ...filters, limit: 100 }, "batches", options);
    },
    results: (id, given) => {
      const { filters, options } = filtersOf(given, resultFilterOptions);
      return rowsOf(transport, `${pathOf(id)}/results`, { ...filters, limit: 1000 }, "results", options);
    },
    cancel: async (id, options) => callV3<Batch>(transport, { method: "POST", path: `${pathOf(id)}/cancel` }, options),
    delete: async (id, options) => {
      await callV3(transport, { method: "DELETE", path: pathOf(id) }, options);
    },
  };
}
