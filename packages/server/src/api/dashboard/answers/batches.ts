import { z } from "zod";
import { count, timeMs } from "./basics.ts";

export const batch = z.object({
  id: z.string(),
  /** The key that created the batch; null if the key was deleted. */
  keyName: z.string().nullable(),
  status: z.enum(["queued", "running", "completed", "cancelled"]),
  cancelReason: z.enum(["asked", "key_revoked"]).nullable(),
  total: count,
  done: count,
  failed: count,
  /** Seconds until completion, estimated from the progress so far; null if unknown. */
  etaSeconds: count.nullable(),
  createdAtMs: timeMs,
  endedAtMs: timeMs.nullable(),
});
export type Batch = z.output<typeof batch>;

/** `next`: the cursor of the next page. */
export const batches = z.object({ batches: z.array(batch), next: z.string().nullable(), keptDays: count });
export type Batches = z.output<typeof batches>;

const batchItem = z.object({
  /** Starts at 0. */
  position: count,
  /** The caller's id for the item. */
  id: z.string(),
  status: z.enum(["done", "failed", "pending"]),
  match: z.boolean().nullable(),
  /** Null below the threshold. */
  similarity: z.number().nullable(),
  threshold: z.number().nullable(),
  false_match_rate: z.number().nullable(),
  references_used: count.nullable(),
  /** Error code of a failed item. */
  code: z.string().nullable(),
  /** The photo that caused the error. */
  param: z.string().nullable(),
});
export type BatchItem = z.output<typeof batchItem>;

export const batchItems = z.object({ items: z.array(batchItem), next: z.string().nullable() });
export type BatchItems = z.output<typeof batchItems>;
