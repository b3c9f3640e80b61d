import { z } from "zod";
import { eventTypes } from "../../../platform/events/event-types.ts";
import { overlapSecondsMax, overlapSecondsUsual } from "../../../platform/secrets/overlap.ts";
import { deliveryProblems } from "../../../features/webhooks/problems.ts";

const time = z.string().meta({ format: "date-time" });

export const pageQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({ description: "How many: 1 to 100." }),
  cursor: z.string().max(200).optional().meta({ description: "`next_cursor` of the previous page." }),
});

const nextCursor = z.string().nullable().meta({ description: "For the next page; null on the last." });

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

export const webhookEndpointSchema = z.object(endpointFields).meta({ id: "WebhookEndpoint" });

export const webhookEndpointSecretSchema = z
  .object({
    ...endpointFields,
    secret: z
      .string()
      .meta({ description: "The secret that deliveries are signed with. Shown in this response only." }),
  })
  .meta({ id: "WebhookEndpointWithSecret" });

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

/** The body may be left out. */
export const emptyBodySchema = z.strictObject({});

export const deletedSchema = z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id: "Deleted" });

export const deliverySchema = z
  .object({
    id: z.string(),
    event_id: z.string().meta({ description: "Also the header `webhook-id`, the same in every attempt." }),
    type: z.enum(eventTypes),
    status: z.enum(["pending", "delivered", "failed"]),
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
    problem: z.enum(deliveryProblems).nullable().meta({
      description:
        "Why there was no response: an address that is not allowed, no connection, more than 15 seconds, ... `endpoint_unverified`: it never responded with 2xx and has received its ten deliveries; send it a ping. `rate_limited`: the account's deliveries of this minute are used up; a live delivery waits, a test delivery has failed.",
    }),
  })
  .meta({ id: "WebhookDelivery" });

export const deliveriesSchema = z
  .object({ deliveries: z.array(deliverySchema), next_cursor: nextCursor })
  .meta({ id: "WebhookDeliveries" });

export const eventsQuerySchema = pageQuerySchema.extend({ type: z.enum(eventTypes).optional() });

export const eventSchema = z
  .object({
    id: z.string(),
    type: z.enum(eventTypes),
    timestamp: time.meta({ format: "date-time", description: "When it happened." }),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  })
  .meta({ id: "Event" });

export const eventsSchema = z
  .object({
    events: z.array(eventSchema).meta({ description: "The newest first, of 30 days." }),
    next_cursor: nextCursor,
  })
  .meta({ id: "Events" });
