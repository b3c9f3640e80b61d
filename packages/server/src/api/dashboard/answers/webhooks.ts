import { z } from "zod";
import { count, timeMs } from "./basics.ts";

export const webhookEndpoint = z.object({
  id: z.string(),
  url: z.string(),
  /** Empty: everything, what later versions add included. */
  types: z.array(z.string()),
  /** Receives only events of test keys. */
  test: z.boolean(),
  status: z.enum(["active", "disabled"]),
  /** `gone`: it answered 410. `failing`: every delivery failed for five days. Null if a user disabled it. */
  disabledReason: z.enum(["gone", "failing"]).nullable(),
  /** Since when every attempt failed. */
  failingSinceMs: timeMs.nullable(),
  /** When it first answered 2xx; until then it gets ten deliveries at most, and then one every ten minutes. */
  verifiedAtMs: timeMs.nullable(),
  createdAtMs: timeMs,
});
export type WebhookEndpoint = z.output<typeof webhookEndpoint>;

/** An endpoint, and how deliveries to it went. */
const listedEndpoint = webhookEndpoint.extend({
  /** Of the last 7 days; those that are still to be sent are in neither. */
  delivered: count,
  failed: count,
  /** When an attempt failed last, within the same days, whose event was not delivered by a retry. */
  lastFailureAtMs: timeMs.nullable(),
});
export type ListedEndpoint = z.output<typeof listedEndpoint>;

/** `types`: all that there are to listen to. */
export const webhooks = z.object({ endpoints: z.array(listedEndpoint), types: z.array(z.string()) });
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
  /** As they were sent last, the signature included; null before the first attempt, and of attempts that earlier versions made. */
  requestHeaders: z.record(z.string(), z.string()).nullable(),
  /** The body that is sent. */
  body: z.string(),
});
export type Delivery = z.output<typeof delivery>;

/** `next`: the cursor of the page after. */
export const deliveries = z.object({
  endpoint: webhookEndpoint,
  deliveries: z.array(delivery),
  types: z.array(z.string()),
  next: z.string().nullable(),
});
export type Deliveries = z.output<typeof deliveries>;

/** `more`: there are failed ones left, for another request. */
export const replayed = z.object({ replayed: count, more: z.boolean() });
export type Replayed = z.output<typeof replayed>;

const event = z.object({
  id: z.string(),
  type: z.string(),
  test: z.boolean(),
  createdAtMs: timeMs,
  /** As it is sent: JSON. */
  body: z.string(),
});
export type Event = z.output<typeof event>;

export const events = z.object({
  events: z.array(event),
  /** All event types. */
  types: z.array(z.string()),
  next: z.string().nullable(),
});
export type Events = z.output<typeof events>;

export const eventDetail = z.object({
  event,
  deliveries: z.array(
    z.object({
      id: z.string(),
      /** Null: the callback of a batch, which is in no list. */
      endpointId: z.string().nullable(),
      url: z.string(),
      status: z.enum(["pending", "delivered", "failed"]),
      attempts: count,
    }),
  ),
});
export type EventDetail = z.output<typeof eventDetail>;
