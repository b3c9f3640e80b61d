import { z } from "zod";
import { count, timeMs } from "./basics.ts";

export const batch = z.object({
  id: z.string(),
  /** The key that made it; null once that is deleted. */
  keyName: z.string().nullable(),
  status: z.enum(["queued", "running", "completed", "cancelled"]),
  cancelReason: z.enum(["asked", "key_revoked"]).nullable(),
  total: count,
  done: count,
  failed: count,
  /** Seconds until it is through, told from how it went; null where that is not known. */
  etaSeconds: count.nullable(),
  createdAtMs: timeMs,
  endedAtMs: timeMs.nullable(),
});
export type Batch = z.output<typeof batch>;

export const batches = z.object({ batches: z.array(batch), more: z.boolean(), keptDays: count });
export type Batches = z.output<typeof batches>;
