import { z } from "zod";
import { funnelStages, stopReasons } from "../../../features/sessions/reports/drop-outs.ts";
import { count, timeMs } from "./basics.ts";
import { limitsNow } from "./keys.ts";

/** Number and duration of requests. */
const times = z.object({
  count,
  /** Sum over them. */
  durationMs: z.number().min(0),
  /** Median; null if unknown. */
  p50Ms: z.number().nullable(),
  /** 95th percentile. */
  p95Ms: z.number().nullable(),
});

const usageBucket = times.extend({
  /** Start of the hour, day or month, in UTC. */
  startMs: timeMs,
  /** A key's id, an endpoint or an outcome; null if usage is not split. */
  group: z.string().nullable(),
});
export type UsageBucket = z.output<typeof usageBucket>;

const matches = z.object({ compared: count, matched: count });

const funnelStep = z.object({
  stage: z.enum(funnelStages),
  /** Sessions that reached at least this step. */
  reached: count,
  /** Sessions that ended at this step without being verified. */
  stopped: count,
  /** Sessions still at this step. */
  underWay: count,
  /** Reasons of the sessions that ended here, most frequent first. */
  reasons: z.array(z.object({ reason: z.enum(stopReasons), count })),
});
export type FunnelStep = z.output<typeof funnelStep>;

const attention = z.discriminatedUnion("kind", [
  z.object({
    kind: z.enum(["webhook_disabled", "webhook_failing"]),
    id: z.string(),
    url: z.string(),
    /** Since when every attempt has failed. */
    sinceMs: timeMs.nullable(),
  }),
  z.object({ kind: z.literal("key_expiring"), id: z.string(), name: z.string(), expiresAtMs: timeMs }),
  z.object({
    kind: z.literal("key_limit"),
    id: z.string(),
    name: z.string(),
    /** Requests per month. */
    quota: count,
    /** Whether the limit is used up, or at least 80 % of it. */
    reached: z.boolean(),
  }),
  /** Counted up to 100. */
  z.object({ kind: z.literal("reviews_waiting"), waiting: count, oldestMs: timeMs }),
  z.object({ kind: z.literal("domain_expiring"), domain: z.string(), expiresAtMs: timeMs }),
  z.object({
    kind: z.literal("requests_failing"),
    requests: count,
    failed: count,
    /** The most frequent ones. */
    code: z.string().nullable(),
    atMs: timeMs,
  }),
  z.object({
    kind: z.literal("rate_falling"),
    rate: z.enum(["matches", "verified_sessions"]),
    /** Of a day, 0 to 1, and of the day before. */
    share: z.number(),
    shareBefore: z.number(),
    atMs: timeMs,
  }),
  z.object({ kind: z.literal("queue_growing"), queue: z.string(), waiting: count, atMs: timeMs }),
]);
export type Attention = z.output<typeof attention>;

/** Either live requests or test requests. */
export const overview = limitsNow.extend({
  /** Interactive requests. Batch items count only in `batchItems`. */
  count,
  matches,
  /** Length of the period in days. */
  spanDays: count,
  /** Values of the preceding period of the same length. `ended`: sessions that ended, of which some are `verified`. */
  before: z.object({ requests: count, failed: count, matches, ended: count, verified: count }),
  /** Busiest first; times are null for streams. */
  endpoints: z.array(times.omit({ durationMs: true }).extend({ endpoint: z.string(), errors: count })),
  /** Most frequent first. */
  errors: z.array(z.object({ code: z.string(), count })),
  batchItems: count,
  funnel: z.array(funnelStep),
  attention: z.array(attention),
  /** The last 30 days, batches included. */
  days: z.array(usageBucket),
});
export type Overview = z.output<typeof overview>;
