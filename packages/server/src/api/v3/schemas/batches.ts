import { z } from "zod";
import { itemSchema, itemsMax } from "../../../features/batches/items.ts";
import { batchSettings } from "../batch-body.ts";
import { pageQuerySchema, time } from "./common.ts";
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

const batchFields = {
  id: z.string(),
  status: z.enum(["queued", "running", "completed", "cancelled"]),
  total: whole.meta({ description: "How many items it has." }),
  done: whole.meta({ description: "How many were compared." }),
  failed: whole.meta({ description: "How many failed: their results say why." }),
  threshold: rate.nullable().meta({ description: "Null: the model's default." }),
  cancel_reason: z.enum(["asked", "key_revoked"]).nullable(),
  eta_s: whole.nullable().meta({ description: "Estimated seconds until the end." }),
  created_at: time,
  started_at: time.nullable(),
  ended_at: time.nullable(),
};

export const batchSchema = z.object(batchFields).meta({ id: "Batch" });

export const madeBatchSchema = z
  .object({
    ...batchFields,
    callback_secret: z
      .string()
      .nullable()
      .meta({ description: "The secret that the callback is signed with. Shown in this response only." }),
  })
  .meta({ id: "MadeBatch" });

export const batchesSchema = z
  .object({
    batches: z.array(batchSchema).meta({ description: "The newest first." }),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: "Batches" });

export const resultsQuerySchema = pageQuerySchema.extend({
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

export const batchResultsSchema = z
  .object({
    results: z.array(resultSchema).meta({ description: "One for each item, in their order." }),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: "BatchResults" });
