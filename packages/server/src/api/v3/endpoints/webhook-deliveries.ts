/** What was sent to webhook endpoints, and sending it again. */
import type { z } from "zod";
import { nextCursor, placeOf } from "../../../platform/store/pagination.ts";
import { deliveryData, listDeliveries, resend, sendPing } from "../../../features/webhooks/deliveries.ts";
import type { JsonEndpoint, PlainEndpoint, Rejection } from "../endpoint.ts";
import { deliveriesSchema, deliverySchema, emptyBodySchema, pageQuerySchema } from "../schemas/webhooks.ts";
import { noEndpoint, onOwn, webhookTag } from "./webhooks.ts";

const badCursor: Rejection = { code: "invalid_parameter", param: "cursor" };

const deliveryExample = {
  id: "wd_5pW8cY3hJk6ZvR0u",
  event_id: "evt_1aS4dF7gH0jK3lQ6",
  type: "batch.completed" as const,
  status: "delivered",
  attempts: 2,
  created_at: "2026-11-22T09:41:07.120Z",
  attempted_at: "2026-11-22T09:41:12.604Z",
  next_attempt_at: null,
  duration_ms: 84,
  response: { status: 204, body: "" },
  problem: null,
};

export const testWebhookEndpoint: JsonEndpoint = {
  method: "POST",
  path: "/webhook_endpoints/:id/test",
  name: "v3.test_webhook_endpoint",
  key: "private",
  tag: webhookTag,
  status: 202,
  summary: "Send a test event",
  description: "Sends a `ping`, whatever types the endpoint receives. The delivery has the result.",
  json: emptyBodySchema,
  data: deliverySchema,
  codes: ["invalid_parameter", "unsupported_content_type", "webhook_endpoint_not_found"],
  example: {
    summary: "On its way",
    data: {
      ...deliveryExample,
      type: "ping",
      status: "pending",
      attempts: 0,
      attempted_at: null,
      next_attempt_at: deliveryExample.created_at,
      duration_ms: null,
      response: null,
    },
  },
  run: onOwn(async ({ webhooks }, _json, { caller, params }) => {
    const delivery = await sendPing(webhooks, caller.accountId, params["id"] ?? "");
    return delivery ? { outcome: "sent", status: 202, data: deliveryData(delivery) } : noEndpoint;
  }),
};

export const listWebhookDeliveries: PlainEndpoint = {
  method: "GET",
  path: "/webhook_endpoints/:id/deliveries",
  name: "v3.list_webhook_deliveries",
  key: "private",
  tag: webhookTag,
  summary: "List an endpoint's deliveries",
  description:
    "Newest first, with the response to the last attempt. Stored for 30 days, of test keys for a day; the newest 5,000 of an endpoint, 100 of a test endpoint.",
  query: pageQuerySchema,
  data: deliveriesSchema,
  codes: ["invalid_parameter", "webhook_endpoint_not_found"],
  example: { summary: "One delivery", data: { deliveries: [deliveryExample], next_cursor: null } },
  run: onOwn(async ({ webhooks }, query, { caller, params }) => {
    const { limit, cursor } = query as z.infer<typeof pageQuerySchema>;
    const after = cursor === undefined ? undefined : placeOf(cursor);
    if (cursor !== undefined && !after) return badCursor;
    const page = await listDeliveries(webhooks.store.db, caller.accountId, params["id"] ?? "", { limit, after });
    if (!page) return noEndpoint;
    return {
      outcome: "listed",
      data: { deliveries: page.rows.map(deliveryData), next_cursor: nextCursor(page) },
    };
  }),
};

export const resendWebhookDelivery: JsonEndpoint = {
  method: "POST",
  path: "/webhook_endpoints/:id/deliveries/:delivery/resend",
  name: "v3.resend_webhook_delivery",
  key: "private",
  tag: webhookTag,
  status: 202,
  summary: "Resend a delivery",
  description: "Sends the same event with the same `webhook-id`, as a new delivery.",
  json: emptyBodySchema,
  data: deliverySchema,
  codes: ["invalid_parameter", "unsupported_content_type", "delivery_not_found"],
  example: { summary: "Sent again", data: deliveryExample },
  run: onOwn(
    async ({ webhooks }, _json, { caller, params }) => {
      const delivery = await resend(webhooks, caller.accountId, params["id"] ?? "", params["delivery"] ?? "");
      return delivery ? { outcome: "sent", status: 202, data: deliveryData(delivery) } : { code: "delivery_not_found" };
    },
    { code: "delivery_not_found" },
  ),
};
