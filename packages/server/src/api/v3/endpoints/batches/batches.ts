import type { Kysely } from "kysely";
import type { z } from "zod";
import { nameKeys } from "../../../../accounts/keys/keys.ts";
import { batchData, type BatchRow, findBatch, selectBatches } from "../../../../features/batches/batch.ts";
import { createBatch } from "../../../../features/batches/create-batch.ts";
import { cancelBatch, deleteBatch } from "../../../../features/batches/end-batch.ts";
import { retentionOf } from "../../../../features/retention/own-retention.ts";
import { readEndpointSecrets } from "../../../../features/webhooks/endpoints.ts";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { Schema } from "@selfsame/platform/store/schema";
import { batchBytesMax, lineTypes, readBatch } from "../../batch-body.ts";
import { createdAt, msOf, readPage, type Sorts } from "../../lists.ts";
import {
  batchesQuerySchema,
  batchSchema,
  batchesSchema,
  madeBatchSchema,
  newBatchQuerySchema,
  newBatchSchema,
} from "../../schemas/batches.ts";
import type { Answer, EndpointDeps, JsonEndpoint, PlainEndpoint, Rejection, StreamEndpoint } from "../../endpoint.ts";
import { once } from "../../once.ts";
import { deletedSchema, emptyBodySchema } from "../../schemas/common.ts";

export const batchTag = "Batches";
export const noBatch: Rejection = { code: "batch_not_found" };

const example = {
  id: "bt_9zX6cV3bN0mQ7wE4",
  key_id: "key_7dK2mQ9xLr4TbN1s",
  key_name: "Nightly",
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
  kept_days: 30,
} as const;
const queued = { ...example, status: "queued", done: 0, failed: 0, eta_s: null, started_at: null } as const;

type BatchData = ReturnType<typeof batchData>;

/** Adds what is of the key and the account. */
async function describe({ batches, retention }: EndpointDeps, accountId: string, rows: readonly BatchData[]) {
  const { db } = batches.store;
  const names = await nameKeys(
    db,
    rows.map(({ key_id }) => key_id),
  );
  const { batchResultsDays: kept_days } = await retentionOf(db, accountId, retention);
  return rows.map((row) => ({ ...row, key_name: names[row.key_id]?.name ?? null, kept_days }));
}

async function describeOne(deps: EndpointDeps, batch: BatchRow) {
  const [data] = await describe(deps, batch.account_id, [batchData(batch, deps.batches.now())]);
  return data as NonNullable<typeof data>;
}

interface StoredBatch {
  readonly data: BatchData;
  readonly endpoint: string | null;
}

export const createBatchEndpoint: StreamEndpoint = {
  method: "POST",
  path: "/batches",
  name: "v3.create_batch",
  key: "private",
  tag: batchTag,
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
  run: async (deps, body, query, context) => {
    const { batches, webhooks, budgets } = deps;
    const holding = budgets.uploads.hold(context.caller.accountId, context.signal);
    await holding.reserve(2 * batchBytesMax(body));
    try {
      const read = await readBatch(body);
      if ("code" in read) return read;
      const asked = query as z.infer<typeof newBatchQuerySchema>;
      const threshold = read.threshold ?? asked.threshold ?? context.caller.threshold ?? undefined;
      const callback = read.callback ?? asked.callback;
      const receipt = read.receipt ?? (asked.receipt ? asked.receipt === "true" : context.caller.withReceipt);
      // As for an endpoint of webhooks: the batch's events go to another host.
      if (callback !== undefined) context.person?.requireConfirmed();
      if (callback !== undefined && !webhooks.post.mayTell(callback)) {
        return { code: "invalid_parameter", param: "callback" };
      }
      const answer = async (data: BatchData, callback_secret: string | null = null): Promise<Answer> => {
        const [described] = await describe(deps, context.caller.accountId, [data]);
        return { outcome: "queued", status: 202, data: { ...described, callback_secret } };
      };
      return await once<StoredBatch>(batches.store, context, {
        asked: ["v3.create_batch", read.sha256, JSON.stringify([threshold, callback, receipt])],
        make: async (storeAnswer) => {
          const { items } = read;
          const given = { items, threshold, callback, receipt };
          const made = await createBatch(batches, context.caller, given, async (db, fresh) => {
            const { batch, callback } = fresh;
            if (context.person)
              await writeAudit(db, batches.now(), context.by, "batch_created", batch.account_id, batch.id);
            await storeAnswer(db, { data: batchData(batch, batches.now()), endpoint: callback?.endpoint ?? null });
          });
          return answer(batchData(made.batch, batches.now()), made.callback?.secret);
        },
        again: async ({ data, endpoint }) => {
          const callback = endpoint === null ? undefined : await readEndpointSecrets(webhooks, endpoint);
          // What version 0.1 stored has no key.
          return answer({ ...data, key_id: data.key_id ?? context.caller.keyId }, callback?.secret);
        },
      });
    } finally {
      holding.release();
    }
  },
};

const sorts = {
  created_at: createdAt,
  total: { column: "total", kind: "number" },
  failed: { column: "failed", kind: "number" },
} as const satisfies Sorts;

export const listBatchesEndpoint: PlainEndpoint = {
  method: "GET",
  path: "/batches",
  name: "v3.list_batches",
  key: "private",
  testKeys: false,
  tag: batchTag,
  summary: "List batches",
  description: "Batches of the last 30 days, newest first unless sorted.",
  query: batchesQuerySchema,
  data: batchesSchema,
  codes: ["invalid_parameter"],
  example: { summary: "One batch", data: { batches: [example], next_cursor: null } },
  run: async (deps, query, context) => {
    const asked = query as z.infer<typeof batchesQuerySchema>;
    const { status, key_id: keyId, id_prefix: idBegins, from, to } = asked;
    const { store, now } = deps.batches;
    const { accountId } = context.caller;
    const filter = { status, keyId, idBegins, fromMs: msOf(from), toMs: msOf(to) };
    const select = (db: Kysely<Schema>) => selectBatches(db, accountId, filter);
    const page = await readPage(deps, context, { store, sorts, indexed: ["from", "to"], select }, asked);
    if ("code" in page) return page;
    const rows = page.rows.map((row) => batchData(row, now()));
    const data = { batches: await describe(deps, accountId, rows), next_cursor: page.next_cursor };
    return { outcome: "listed", data };
  },
};

export const getBatch: PlainEndpoint = {
  method: "GET",
  path: "/batches/:id",
  name: "v3.get_batch",
  key: "private",
  testKeys: false,
  tag: batchTag,
  summary: "Read a batch's progress",
  description: "Progress of the batch. Instead of polling, subscribe to `batch.completed`.",
  data: batchSchema,
  codes: ["batch_not_found"],
  example: { summary: "Running", data: example },
  run: async (deps, _query, { caller, params }) => {
    const batch = await findBatch(deps.batches.store.db, caller.accountId, params["id"] ?? "");
    return batch ? { outcome: "found", data: await describeOne(deps, batch) } : noBatch;
  },
};

export const cancelBatchEndpoint: JsonEndpoint = {
  method: "POST",
  path: "/batches/:id/cancel",
  name: "v3.cancel_batch",
  key: "private",
  testKeys: false,
  tag: batchTag,
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
  run: async (deps, _json, { caller, params, person, by }) => {
    const cancelled = await cancelBatch(deps.batches, caller.accountId, params["id"] ?? "", person && by);
    switch (cancelled.outcome) {
      case "cancelled":
        return { outcome: "cancelled", data: await describeOne(deps, cancelled.batch) };
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
  tag: batchTag,
  summary: "Delete a batch",
  description: "Deletes the batch and its results, at any time. A running batch stops, and no event is sent.",
  data: deletedSchema,
  codes: ["batch_not_found"],
  example: { summary: "Deleted", data: { id: example.id, deleted: true } },
  run: async ({ batches }, _query, { caller, params, person, by }) => {
    const id = params["id"] ?? "";
    const deleted = await deleteBatch(batches, caller.accountId, id, person && by);
    return deleted ? { outcome: "deleted", data: { id, deleted: true } } : noBatch;
  },
};
