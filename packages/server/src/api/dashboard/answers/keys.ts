import { z } from "zod";
import { count } from "./basics.ts";

/** Null: no limit. */
export const plan = z.object({
  requestsPerMinute: count.nullable(),
  requestsPerMonth: count.nullable(),
  concurrentRequests: count.nullable(),
});
export type Plan = z.output<typeof plan>;

/** An active key that a member created or rotated. */
export const memberKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The prefix and the last four characters: `ss_sk_...x7Qa`. */
  display: z.string(),
  /** "2026-11-21", UTC. */
  lastUsedDay: z.string().nullable(),
});
export type MemberKey = z.output<typeof memberKey>;

/** The key itself, returned only once. */
export const playgroundKey = z.object({ secret: z.string() });
export type PlaygroundKey = z.output<typeof playgroundKey>;

const limit = z.object({
  name: z.enum(["minute", "month", "concurrent"]),
  quota: count,
  remaining: count,
  windowSeconds: z.number().optional(),
  resetSeconds: z.number(),
});
export type Limit = z.output<typeof limit>;

export const limitsNow = z.object({ plan: plan.extend({ name: z.string() }), limits: z.array(limit) });
export type LimitsNow = z.output<typeof limitsNow>;
