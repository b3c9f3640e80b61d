import { z } from "zod";
import { between, listQuerySchema, nextCursor, searched, time } from "./common.ts";
import { eventTypes } from "@selfsame/platform/events/event-types";
import { overlapSecondsMax, overlapSecondsUsual } from "@selfsame/platform/secrets/overlap";
import { deliveryProblems } from "../../../features/webhooks/problems.ts";

export const newWebhookEndpointSchema = z.strictObject({
  url: z.string().max(2048).meta({ description: "The URL that receives events: https, without user or password." }),
  types: z
    .array(z.enum(eventTypes))
    .max(eventTypes.length)
    .default([])
    .meta({ description: "The types that it receives. Default, or empty: all." }),
});

export const changeWebhookEndpointSchema = z.strictObject({
  url: newWebhookEndpointSchema.shape.url.optional(),
  types: z.array(z.enum(eventTypes)).max(eventTypes.length).optional().meta({
    description: "The types that it receives. Empty: all.",
  }),
  disabled: z.boolean().optional().meta({
    description:
      "`true` stops its deliveries, those under way included. `false` enables it again; what failed meanwhile is not sent.",
  }),
});

export const triggerEventSchema = z.strictObject({
  type: z.enum(eventTypes).meta({ description: "The type of the event." }),
});

export const followEventsQuerySchema = z.strictObject({
  since: z.iso
    .datetime()
    .optional()
    .meta({ description: "Events since this time, at most an hour ago. Default: now." }),
});

const endpointFields = {
  id: z.string(),
  url: z.string(),
  types: z.array(z.enum(eventTypes)).meta({ description: "Empty: everything." }),
  test: z.boolean().meta({ description: "Receives test events, and no live events." }),
  status: z.enum(["active", "disabled"]),
  disabled_reason: z.enum(["gone", "failing"]).nullable().meta({
    description: "`gone`: it responded with 410. `failing`: every attempt failed for five days.",
  }),
  failing_since: time.nullable().meta({ description: "Since when every attempt failed." }),
  verified_at: time.nullable().meta({
    description:
      "When it first responded with 2xx. Before that it receives at most ten deliveries, then one every ten minutes.",
  }),
  created_at: time,
};

/** How the deliveries of the last 7 days went. Pending deliveries are in neither count. */
const recentSchema = z.object({
  delivered: z.int().min(0),
  failed: z.int().min(0),
  last_failure_at: time.nullable().meta({
    description: "When an attempt failed last whose event was not delivered by a retry.",
  }),
});

export const webhookEndpointSchema = z
  .object({
    ...endpointFields,
    recent: recentSchema.optional().meta({
      description:
        "In lists with `recent=true`: how the deliveries of the last 7 days went. Pending deliveries are in neither count.",
    }),
  })
  .meta({ id: "WebhookEndpoint" });

export const webhookEndpointSecretSchema = z
  .object({
    ...endpointFields,
    secret: z
      .string()
      .meta({ description: "The secret that deliveries are signed with. Shown in this response only." }),
  })
  .meta({ id: "WebhookEndpointWithSecret" });

export const webhookEndpointsQuerySchema = z.strictObject({
  recent: z
    .enum(["true", "false"])
    .default("false")
    .meta({ description: "`true`: with how deliveries of the last 7 days went." }),
});

export const webhookEndpointsSchema = z
  .object({ endpoints: z.array(webhookEndpointSchema).meta({ description: "The oldest first." }) })
  .meta({ id: "WebhookEndpoints" });

export const rotateWebhookSchema = z.strictObject({
  overlap_s: z
    .int()
    .min(0)
    .max(overlapSecondsMax)
    .default(overlapSecondsUsual)
    .meta({ description: "How long the old secret also signs: seconds, 7 days at most." }),
});

const deliveryStatus = z.enum(["pending", "delivered", "failed"]);

export const deliveriesQuerySchema = listQuerySchema(["created_at", "duration_ms", "attempts"], {
  type: z.enum(eventTypes).optional(),
  status: deliveryStatus.optional(),
  id_prefix: searched.meta({ description: "What the event's id begins with, or the delivery's." }),
  ...between,
});

export const deliverySchema = z
  .object({
    id: z.string(),
    event_id: z.string().meta({ description: "Also the header `webhook-id`, the same in every attempt." }),
    type: z.enum(eventTypes),
    status: deliveryStatus,
    attempts: z.int().min(0),
    created_at: time,
    attempted_at: time.nullable(),
    next_attempt_at: time.nullable(),
    duration_ms: z.int().nullable(),
    response: z
      .object({
        status: z.int(),
        body: z.string().meta({ description: "The first 1 KB." }),
      })
      .nullable(),
    request: z.object({
      headers: z.record(z.string(), z.string()).nullable().meta({
        description: "Of the last attempt, with its signature; null before the first.",
      }),
      body: z.string().meta({ description: "The event as it is sent: JSON." }),
    }),
    problem: z.enum(deliveryProblems).nullable().meta({
      description:
        "Why there was no response: an address that is not allowed, no connection, more than 15 seconds, ... `endpoint_unverified`: it never responded with 2xx and has received its ten deliveries; send it a ping. `rate_limited`: the account's deliveries of this minute are used up; a live delivery waits, a test delivery has failed.",
    }),
  })
  .meta({ id: "WebhookDelivery" });

export const deliveriesSchema = z
  .object({ deliveries: z.array(deliverySchema), next_cursor: nextCursor })
  .meta({ id: "WebhookDeliveries" });

/** `more`: whether failed deliveries remain for another request. */
export const replayedSchema = z
  .object({
    replayed: z.int().min(0).meta({ description: "How many events were put in again: 500 at most." }),
    more: z.boolean().meta({ description: "Whether failed deliveries are left, for another request." }),
  })
  .meta({ id: "ReplayedDeliveries" });

export const eventsQuerySchema = listQuerySchema(["timestamp"], {
  type: z.enum(eventTypes).optional(),
  id_prefix: searched.meta({ description: "What the event's id begins with." }),
  ...between,
});

export const eventSchema = z
  .object({
    id: z.string(),
    type: z.enum(eventTypes),
    timestamp: time.meta({ format: "date-time", description: "When it happened." }),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  })
  .meta({ id: "Event" });

export const eventDetailSchema = z
  .object({
    ...eventSchema.shape,
    test: z.boolean().meta({ description: "Of a test key." }),
    deliveries: z
      .array(
        z.object({
          id: z.string(),
          endpoint_id: z
            .string()
            .nullable()
            .meta({ description: "Null: the callback of a batch, which is in no list." }),
          url: z.string(),
          status: deliveryStatus,
          attempts: z.int().min(0),
        }),
      )
      .meta({ description: "Where it was sent, the oldest first." }),
  })
  .meta({ id: "EventWithDeliveries" });

export const eventsSchema = z
  .object({
    events: z.array(eventSchema).meta({ description: "The newest first, of 30 days." }),
    next_cursor: nextCursor,
  })
  .meta({ id: "Events" });

export type WebhookEndpoint = z.output<typeof webhookEndpointSchema>;
export type WebhookEndpoints = z.output<typeof webhookEndpointsSchema>;
export type MadeWebhookEndpoint = z.output<typeof webhookEndpointSecretSchema>;
export type Delivery = z.output<typeof deliverySchema>;
export type Deliveries = z.output<typeof deliveriesSchema>;
export type ReplayedDeliveries = z.output<typeof replayedSchema>;
export type Event = z.output<typeof eventSchema>;
export type Events = z.output<typeof eventsSchema>;
export type EventDetail = z.output<typeof eventDetailSchema>;
