import { Readable } from "node:stream";
import Negotiator from "negotiator";
import type { z } from "zod";
import { batchData, findBatch, listBatches } from "../../../features/batches/batch.ts";
import { createBatch } from "../../../features/batches/create-batch.ts";
import { cancelBatch, deleteBatch } from "../../../features/batches/end-batch.ts";
import { csvOf, ndjsonOf, type ReadPart, readResults } from "../../../features/batches/results.ts";
import { nextCursor, placeOf } from "../../../platform/store/pagination.ts";
import { readEndpointSecrets } from "../../../features/webhooks/endpoints.ts";
import { batchBytesMax, lineTypes, readBatch } from "../batch-body.ts";
import {
  batchResultsSchema,
  batchSchema,
  batchesSchema,
  madeBatchSchema,
  newBatchQuerySchema,
  newBatchSchema,
  resultsQuerySchema,
} from "../schemas/batches.ts";
import type { JsonEndpoint, PlainEndpoint, Rejection, StreamEndpoint } from "../endpoint.ts";
import { once } from "../once.ts";
import { deletedSchema, emptyBodySchema, pageQuerySchema } from "../schemas/common.ts";

const tag = "Batches";
const noBatch: Rejection = { code: "batch_not_found" };
const badCursor: Rejection = { code: "invalid_parameter", param: "cursor" };

const example = {
  id: "bt_9zX6cV3bN0mQ7wE4",
  status: "running",
  total: 5000,
  done: 1204,
  failed: 6,
  threshold: null,
  cancel_reason: null,
  eta_s: 96,
  created_at: "2026-11-22T09:30:00.000Z",
  started_at: "2026-11-22T09:30:00.412Z",
  ended_at: null,
} as const;
const queued = { ...example, status: "queued", done: 0, failed: 0, eta_s: null, started_at: null } as const;

interface StoredBatch {
  readonly data: object;
  readonly endpoint: string | null;
}

export const createBatchEndpoint: StreamEndpoint = {
  method: "POST",
  path: "/batches",
  name: "v3.create_batch",
  key: "private",
  tag,
  status: 202,
  makes: true,
  summary: "Compare many pairs",
  description: `Photos are named by URL and downloaded when their turn comes, from hosts that this service may fetch from. Send one JSON object, or
\`application/x-ndjson\` with one item a line (\`application/ndjson\` and \`application/jsonl\` are the same). The whole body is checked before the batch is accepted: \`param\` names the invalid item or line.

Interactive requests come first. Each item counts once in the plan.`,
  streamed: newBatchSchema,
  consumes: ["application/json", ...lineTypes],
  query: newBatchQuerySchema,
  data: madeBatchSchema,
  codes: ["invalid_parameter", "unsupported_content_type", "body_too_large", "too_many_items"],
  example: { summary: "Taken on", data: { ...queued, callback_secret: null } },
  run: async ({ batches, webhooks, budgets }, body, query, context) => {
    const holding = budgets.uploads.hold(context.caller.accountId, context.signal);
    await holding.reserve(2 * batchBytesMax(body));
    try {
      const read = await readBatch(body);
      if ("code" in read) return read;
      const asked = query as z.infer<typeof newBatchQuerySchema>;
      const threshold = read.threshold ?? asked.threshold ?? context.caller.threshold ?? undefined;
      const callback = read.callback ?? asked.callback;
      const receipt = read.receipt ?? (asked.receipt ? asked.receipt === "true" : context.caller.withReceipt);
      if (callback !== undefined && !webhooks.post.mayTell(callback)) {
        return { code: "invalid_parameter", param: "callback" };
      }
      return await once<StoredBatch>(batches.store, context, {
        asked: ["v3.create_batch", read.sha256, JSON.stringify([threshold, callback, receipt])],
        make: async (storeAnswer) => {
          const { items } = read;
          const made = await createBatch(
            batches,
            context.caller,
            { items, threshold, callback, receipt },
            (db, fresh) =>
              storeAnswer(db, {
                data: batchData(fresh.batch, batches.now()),
                endpoint: fresh.callback?.endpoint ?? null,
              }),
          );
          const data = batchData(made.batch, batches.now());
          return { outcome: "queued", status: 202, data: { ...data, callback_secret: made.callback?.secret ?? null } };
        },
        again: async ({ data, endpoint }) => {
          const callback = endpoint === null ? undefined : await readEndpointSecrets(webhooks, endpoint);
          return { outcome: "queued", status: 202, data: { ...data, callback_secret: callback?.secret ?? null } };
        },
      });
    } finally {
      holding.release();
    }
  },
};

export const listBatchesEndpoint: PlainEndpoint = {
  method: "GET",
  path: "/batches",
  name: "v3.list_batches",
  key: "private",
  testKeys: false,
  tag,
  summary: "List batches",
  description: "Batches of the last 30 days, newest first.",
  query: pageQuerySchema,
  data: batchesSchema,
  codes: ["invalid_parameter"],
  example: { summary: "One batch", data: { batches: [example], next_cursor: null } },
  run: async ({ batches }, query, { caller }) => {
    const { limit, cursor } = query as z.infer<typeof pageQuerySchema>;
    const after = cursor === undefined ? undefined : placeOf(cursor);
    if (cursor !== undefined && !after) return badCursor;
    const page = await listBatches(batches.store.db, caller.accountId, { limit, after });
    const list = page.rows.map((row) => batchData(row, batches.now()));
    return { outcome: "listed", data: { batches: list, next_cursor: nextCursor(page) } };
  },
};

export const getBatch: PlainEndpoint = {
  method: "GET",
  path: "/batches/:id",
  name: "v3.get_batch",
  key: "private",
  testKeys: false,
  tag,
  summary: "Read a batch's progress",
  description: "Progress of the batch. Instead of polling, subscribe to `batch.completed`.",
  data: batchSchema,
  codes: ["batch_not_found"],
  example: { summary: "Running", data: example },
  run: async ({ batches }, _query, { caller, params }) => {
    const batch = await findBatch(batches.store.db, caller.accountId, params["id"] ?? "");
    return batch ? { outcome: "found", data: batchData(batch, batches.now()) } : noBatch;
  },
};

export const batchResults: PlainEndpoint = {
  method: "GET",
  path: "/batches/:id/results",
  name: "v3.batch_results",
  key: "private",
  testKeys: false,
  tag,
  summary: "Read the results",
  description: `One result for each item, in the order of the items, as soon as it is available. \`Accept: application/x-ndjson\` and \`text/csv\` return all of
them, one a line; JSON returns pages.`,
  query: resultsQuerySchema,
  data: batchResultsSchema,
  codes: ["invalid_parameter", "batch_not_found"],
  example: {
    summary: "Three results",
    data: {
      results: [
        {
          id: "customer-1207",
          status: "done",
          match: true,
          similarity: 0.8143,
          threshold: 0.6,
          false_match_rate: 0.00000719,
          references_used: 1,
          code: null,
          param: null,
          receipt: null,
        },
        {
          id: "customer-1208",
          status: "failed",
          match: null,
          similarity: null,
          threshold: null,
          false_match_rate: null,
          references_used: null,
          code: "no_face",
          param: "selfie_url",
          receipt: null,
        },
      ],
      next_cursor: null,
    },
  },
  run: async ({ batches }, query, { caller, params, accept }) => {
    const { store } = batches;
    const batch = await findBatch(store.db, caller.accountId, params["id"] ?? "");
    if (!batch) return noBatch;
    const { limit, cursor } = query as z.infer<typeof resultsQuerySchema>;
    const read: ReadPart = (work) => store.run(() => work(store.db));
    const types = ["application/json", ...lineTypes, "text/csv"];
    const type = new Negotiator({ headers: { accept } }).mediaType(types);
    const lineType = lineTypes.find((known) => known === type);
    if (lineType) {
      const stream = Readable.from(ndjsonOf(read, batch.id));
      return { outcome: "read", contentType: `${lineType}; charset=utf-8`, stream };
    }
    if (type === "text/csv") {
      return { outcome: "read", contentType: "text/csv; charset=utf-8", stream: Readable.from(csvOf(read, batch.id)) };
    }
    if (cursor !== undefined && !/^\d{1,5}$/.test(cursor)) return badCursor;
    const from = Number(cursor ?? 0);
    const results = await readResults(store.db, batch.id, from, limit);
    const next = from + limit < batch.total ? String(from + limit) : null;
    return { outcome: "read", data: { results, next_cursor: next } };
  },
};

export const cancelBatchEndpoint: JsonEndpoint = {
  method: "POST",
  path: "/batches/:id/cancel",
  name: "v3.cancel_batch",
  key: "private",
  testKeys: false,
  tag,
  summary: "Cancel a batch",
  description: "Existing results stay. No further photos are downloaded, and no further items count.",
  json: emptyBodySchema,
  data: batchSchema,
  codes: ["invalid_parameter", "unsupported_content_type", "batch_not_found", "batch_over"],
  example: {
    summary: "Cancelled",
    data: {
      ...example,
      status: "cancelled",
      cancel_reason: "asked",
      eta_s: null,
      ended_at: "2026-11-22T09:30:24.000Z",
    },
  },
  run: async ({ batches }, _json, { caller, params }) => {
    const cancelled = await cancelBatch(batches, caller.accountId, params["id"] ?? "");
    switch (cancelled.outcome) {
      case "cancelled":
        return { outcome: "cancelled", data: batchData(cancelled.batch, batches.now()) };
      case "not_found":
        return noBatch;
      case "over":
        return { code: "batch_over" };
    }
  },
};

export const deleteBatchEndpoint: PlainEndpoint = {
  method: "DELETE",
  path: "/batches/:id",
  name: "v3.delete_batch",
  key: "private",
  testKeys: false,
  tag,
  summary: "Delete a batch",
  description: "Deletes the batch and its results, at any time. A running batch stops, and no event is sent.",
  data: deletedSchema,
  codes: ["batch_not_found"],
  example: { summary: "Deleted", data: { id: example.id, deleted: true } },
  run: async ({ batches }, _query, { caller, params }) => {
    const id = params["id"] ?? "";
    const deleted = await deleteBatch(batches, caller.accountId, id);
    return deleted ? { outcome: "deleted", data: { id, deleted: true } } : noBatch;
  },
};
