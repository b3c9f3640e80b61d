import { z } from "zod";
import { count, timeMs } from "./basics.ts";

export const webhookEndpoint = z.object({
  id: z.string(),
  url: z.string(),
  /** Empty: everything, what later versions add included. */
  types: z.array(z.string()),
  /** Hears of what test keys make, and of nothing else. */
  test: z.boolean(),
  status: z.enum(["active", "disabled"]),
  /** `gone`: it answered 410. `failing`: nothing but failures for five days. */
  disabledReason: z.enum(["gone", "failing"]).nullable(),
  /** Since when every attempt failed. */
  failingSinceMs: timeMs.nullable(),
  /** When it first answered 2xx; until then it gets ten deliveries at most, and then one every ten minutes. */
  verifiedAtMs: timeMs.nullable(),
  createdAtMs: timeMs,
});
export type WebhookEndpoint = z.output<typeof webhookEndpoint>;

/** `types`: all that there are to listen to. */
export const webhooks = z.object({ endpoints: z.array(webhookEndpoint), types: z.array(z.string()) });
export type Webhooks = z.output<typeof webhooks>;

/** `secret`: what deliveries are signed with, shown this once. */
export const madeWebhookEndpoint = z.object({ endpoint: webhookEndpoint, secret: z.string() });
export type MadeWebhookEndpoint = z.output<typeof madeWebhookEndpoint>;

export const delivery = z.object({
  id: z.string(),
  eventId: z.string(),
  type: z.string(),
  status: z.enum(["pending", "delivered", "failed"]),
  attempts: count,
  createdAtMs: timeMs,
  attemptedAtMs: timeMs.nullable(),
  nextAttemptAtMs: timeMs.nullable(),
  durationMs: z.number().nullable(),
  /** Null where no answer came. */
  responseStatus: z.number().int().nullable(),
  /** Its first kilobyte. */
  responseHead: z.string().nullable(),
  /** Why no answer came, or why none is waited for any more. */
  problem: z.string().nullable(),
  /** The body that is sent. */
  body: z.string(),
});
export type Delivery = z.output<typeof delivery>;

export const deliveries = z.object({
  endpoint: webhookEndpoint,
  deliveries: z.array(delivery),
  /** Whether there are older ones. */
  more: z.boolean(),
});
export type Deliveries = z.output<typeof deliveries>;
