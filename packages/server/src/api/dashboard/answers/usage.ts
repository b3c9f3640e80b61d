import { z } from "zod";
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

const totals = times.extend({ outcomes: z.array(z.object({ outcome: z.string(), count })) });
export type Totals = z.output<typeof totals>;

export const overview = limitsNow.extend({
  today: totals,
  month: totals,
  keyCount: count,
  /** The last 30, by day. */
  days: z.array(usageBucket),
  /** Webhook endpoints that were switched off. */
  webhooksDisabled: count,
});
export type Overview = z.output<typeof overview>;
