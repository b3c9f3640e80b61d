import { z } from "zod";
import { funnelStages, stopReasons } from "../../../features/sessions/reports/drop-outs.ts";
import { count, timeMs } from "./basics.ts";
import { limitsNow } from "./keys.ts";

/** Of some requests: how many, and how long they took. */
const times = z.object({
  count,
  /** Sum over them. */
  durationMs: z.number().min(0),
  /** Half of them took at most this long; null where that is not known. */
  p50Ms: z.number().nullable(),
  /** 95 of 100. */
  p95Ms: z.number().nullable(),
});

const usageBucket = times.extend({
  /** Start of the hour, day or month, in UTC. */
  startMs: timeMs,
  /** A key's id, an endpoint or an outcome; null where nothing is split. */
  group: z.string().nullable(),
});
export type UsageBucket = z.output<typeof usageBucket>;

const keyName = z.object({ name: z.string(), display: z.string(), account: z.string() });

export const usage = z.object({
  buckets: z.array(usageBucket),
  total: times,
  /** By id, where usage is split by key. */
  keys: z.record(z.string(), keyName).optional(),
});
export type Usage = z.output<typeof usage>;

const matches = z.object({ compared: count, matched: count });

const funnelStep = z.object({
  stage: z.enum(funnelStages),
  /** Sessions that came at least so far. */
  reached: count,
  /** Of them, those that ended here without being verified. */
  stopped: count,
  /** Of them, those that are still here. */
  underWay: count,
  /** Of those that ended here, the most frequent reason first. */
  reasons: z.array(z.object({ reason: z.enum(stopReasons), count })),
});
export type FunnelStep = z.output<typeof funnelStep>;

const attention = z.discriminatedUnion("kind", [
  z.object({
    kind: z.enum(["webhook_disabled", "webhook_failing"]),
    id: z.string(),
    url: z.string(),
    /** Since when every attempt failed. */
    sinceMs: timeMs.nullable(),
  }),
  z.object({ kind: z.literal("key_expiring"), id: z.string(), name: z.string(), expiresAtMs: timeMs }),
  z.object({
    kind: z.literal("key_limit"),
    id: z.string(),
    name: z.string(),
    /** Requests a month. */
    quota: count,
    /** Whether all are used, or 80 % at least. */
    reached: z.boolean(),
  }),
  /** At most 100 are counted. */
  z.object({ kind: z.literal("reviews_waiting"), waiting: count, oldestMs: timeMs }),
  z.object({ kind: z.literal("domain_expiring"), domain: z.string(), expiresAtMs: timeMs }),
  z.object({
    kind: z.literal("requests_failing"),
    requests: count,
    failed: count,
    /** The most frequent. */
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

/** Of live requests or of test requests, never of both. */
export const overview = limitsNow.extend({
  /** Interactive requests. Batch items count only in `batchItems`. */
  count,
  matches,
  /** How many days back it goes. */
  spanDays: count,
  /** Of the span of the same length before. `ended`: sessions, of which some are `verified`. */
  before: z.object({ requests: count, failed: count, matches, ended: count, verified: count }),
  /** The busiest first; times are null for streams. */
  endpoints: z.array(times.omit({ durationMs: true }).extend({ endpoint: z.string(), errors: count })),
  /** The most frequent first. */
  errors: z.array(z.object({ code: z.string(), count })),
  batchItems: count,
  funnel: z.array(funnelStep),
  attention: z.array(attention),
  /** The last 30, by day, batches included. */
  days: z.array(usageBucket),
});
export type Overview = z.output<typeof overview>;
