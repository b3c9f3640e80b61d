import { z } from "zod";
import { itemCodes } from "../../../features/batches/item-result.ts";
import { itemSchema, itemsMax } from "../../../features/batches/items.ts";
import { itemOutcomes } from "../../../features/batches/results.ts";
import { batchSettings } from "../batch-body.ts";
import { between, listQuerySchema, nextCursor, searched, time } from "./common.ts";
import { receiptSchema } from "./faces.ts";

const whole = z.int().min(0);
const rate = z.number().min(0).max(1);

const threshold = rate.optional().meta({
  description:
    "The similarity from which two faces match. Default: the threshold saved for the key or the team, otherwise the model's.",
});
const callback = z.string().max(2048).optional().meta({
  description: "A public https URL that receives the end of this batch, signed with the secret in the response.",
});

const receipt = z.boolean().optional().meta({
  description:
    "Whether each result comes with a signed receipt, which names the SHA-256 of each photo as it was downloaded. Default: that of the key, otherwise `false`.",
});

export const newBatchSchema = z.strictObject({
  items: z.array(itemSchema).min(1).max(itemsMax),
  threshold,
  callback,
  receipt,
});

/** Settings sent as query parameters, because a body of lines has no place for them. */
export const newBatchQuerySchema = z.strictObject({
  threshold: batchSettings.threshold.meta({ description: "As in the body, for `application/x-ndjson`." }),
  callback: batchSettings.callback.meta({ description: "As in the body, for `application/x-ndjson`." }),
  receipt: z.enum(["true", "false"]).optional().meta({ description: "As in the body, for `application/x-ndjson`." }),
});

const status = z.enum(["queued", "running", "completed", "cancelled"]);

const batchFields = {
  id: z.string(),
  key_id: z.string().meta({ description: "The key that the batch counts for. It stops when the key is revoked." }),
  key_name: z.string().nullable().meta({ description: "Null once the key is deleted." }),
  status,
  total: whole.meta({ description: "How many items it has." }),
  done: whole.meta({ description: "How many were compared." }),
  failed: whole.meta({ description: "How many failed: their results say why." }),
  threshold: rate.nullable().meta({ description: "Null: the model's default." }),
  cancel_reason: z.enum(["asked", "key_revoked"]).nullable(),
  eta_s: whole.nullable().meta({ description: "Estimated seconds until the end." }),
  created_at: time,
  started_at: time.nullable(),
  ended_at: time.nullable(),
  kept_days: whole.meta({ description: "How many days after its end it is deleted, with its results." }),
};

export const batchSchema = z.object(batchFields).meta({ id: "Batch" });
export type Batch = z.output<typeof batchSchema>;

export const madeBatchSchema = z
  .object({
    ...batchFields,
    callback_secret: z
      .string()
      .nullable()
      .meta({ description: "The secret that the callback is signed with. Shown in this response only." }),
  })
  .meta({ id: "MadeBatch" });

export const batchesQuerySchema = listQuerySchema(["created_at", "total", "failed"], {
  id_prefix: searched.meta({ description: "What the id begins with." }),
  status: status.optional().meta({ description: "Only batches with this status." }),
  key_id: searched.meta({ description: "Only batches of this key." }),
  ...between,
});

export const batchesSchema = z
  .object({
    batches: z.array(batchSchema).meta({ description: "The newest first, unless sorted." }),
    next_cursor: nextCursor,
  })
  .meta({ id: "Batches" });
export type Batches = z.output<typeof batchesSchema>;

const resultOrders = ["position", "id", "similarity"] as const;

export const resultsQuerySchema = listQuerySchema(resultOrders, {
  id_prefix: searched.meta({ description: "What the item's id begins with." }),
  outcome: z.enum(itemOutcomes).optional().meta({ description: "Only items with this outcome." }),
  code: z.enum(itemCodes).optional().meta({ description: "Only items that failed with this code." }),
}).extend({
  sort: z
    .enum(resultOrders.flatMap((name) => [name, `-${name}` as const]))
    .default("position")
    .meta({ description: "With `-`, the largest first. JSON only." }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .meta({ description: "How many: 1 to 1,000. JSON only." }),
});

const resultSchema = z
  .object({
    id: z.string().meta({ description: "Your id of the item." }),
    position: whole.meta({ description: "Its place among the items, from 0. Not in CSV." }),
    status: z.enum(["done", "failed", "pending"]),
    match: z.boolean().nullable(),
    similarity: rate.nullable().meta({ description: "Null below the threshold." }),
    threshold: rate.nullable(),
    false_match_rate: rate.nullable(),
    references_used: whole.nullable().meta({ description: "How many of the references showed a face." }),
    code: z.string().nullable().meta({
      description: "Why it failed: a code of `/verify`, or `url_not_allowed`, `download_failed`, `quota_exceeded`.",
    }),
    param: z
      .string()
      .nullable()
      .meta({ description: "The photo that caused it: `selfie_url`, `reference_urls[0]`, ..." }),
    receipt: receiptSchema.meta({
      description: "The signed receipt of the result. Null without `receipt`, and of what failed. Not in CSV.",
    }),
  })
  .meta({ id: "BatchResult" });
export type BatchResult = z.output<typeof resultSchema>;

export const batchResultsSchema = z
  .object({
    results: z.array(resultSchema).meta({ description: "One for each item, in their order unless sorted." }),
    next_cursor: nextCursor,
  })
  .meta({ id: "BatchResults" });
export type BatchResults = z.output<typeof batchResultsSchema>;
