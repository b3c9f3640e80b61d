/** Deliveries to webhook endpoints, and their retries. */
import type { z } from "zod";
import {
  deliveryData,
  findDelivery,
  replayFailed,
  resend,
  selectDeliveries,
  sendPing,
} from "../../../../features/webhooks/deliveries.ts";
import type { JsonEndpoint, PlainEndpoint } from "../../endpoint.ts";
import { msOf, readPage, type Sorts } from "../../lists.ts";
import { emptyBodySchema } from "../../schemas/common.ts";
import { deliveriesQuerySchema, deliveriesSchema, deliverySchema, replayedSchema } from "../../schemas/webhooks.ts";
import { noEndpoint, onOwn, webhookTag } from "./webhooks.ts";

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
  request: {
    headers: {
      "webhook-id": "evt_1aS4dF7gH0jK3lQ6",
      "webhook-timestamp": "1795340472",
      "webhook-signature": "v1,K5oZ...",
    },
    body: '{"type":"batch.completed","timestamp":"2026-11-22T09:41:07.120Z","data":{"id":"bt_9zX6cV3bN0mQ7wE4","status":"completed"}}',
  },
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
      request: {
        headers: null,
        body: '{"type":"ping","timestamp":"2026-11-22T09:41:07.120Z","data":{"endpoint":"we_7dK2mQ9xLr4TbN1s"}}',
      },
    },
  },
  run: onOwn(async ({ webhooks }, _json, { caller, params }) => {
    const delivery = await sendPing(webhooks, caller.accountId, params["id"] ?? "");
    return delivery ? { outcome: "sent", status: 202, data: deliveryData(delivery) } : noEndpoint;
  }),
};

const sorts = {
  created_at: { column: "delivery.created_at_ms", kind: "number" },
  // A delivery without a response sorts as the shortest.
  duration_ms: { column: "delivery.duration_ms", kind: "number", missing: -1 },
  attempts: { column: "delivery.attempts", kind: "number" },
} as const satisfies Sorts;

export const listWebhookDeliveries: PlainEndpoint = {
  method: "GET",
  path: "/webhook_endpoints/:id/deliveries",
  name: "v3.list_webhook_deliveries",
  key: "private",
  tag: webhookTag,
  summary: "List an endpoint's deliveries",
  description:
    "Newest first unless sorted, with the last attempt's request and response. Stored for 30 days, of test keys for a day; the newest 5,000 of an endpoint, 100 of a test endpoint.",
  query: deliveriesQuerySchema,
  data: deliveriesSchema,
  codes: ["invalid_parameter", "webhook_endpoint_not_found"],
  example: { summary: "One delivery", data: { deliveries: [deliveryExample], next_cursor: null } },
  run: onOwn(async (deps, query, context, { id }) => {
    const asked = query as z.infer<typeof deliveriesQuerySchema>;
    const { type, status, id_prefix: idBegins, from, to } = asked;
    const filter = { type, status, idBegins, fromMs: msOf(from), toMs: msOf(to) };
    const { store } = deps.webhooks;
    const list = { store, sorts, indexed: ["from", "to"], idColumn: "delivery.id" };
    const page = await readPage(deps, context, { ...list, select: (db) => selectDeliveries(db, id, filter) }, asked);
    if ("code" in page) return page;
    return { outcome: "listed", data: { deliveries: page.rows.map(deliveryData), next_cursor: page.next_cursor } };
  }),
};

const noDelivery = { code: "delivery_not_found" } as const;

export const getWebhookDelivery: PlainEndpoint = {
  method: "GET",
  path: "/webhook_endpoints/:id/deliveries/:delivery",
  name: "v3.get_webhook_delivery",
  key: "private",
  tag: webhookTag,
  summary: "Read a delivery",
  description: "What was sent last, and the response.",
  data: deliverySchema,
  codes: ["delivery_not_found"],
  example: { summary: "A delivery", data: deliveryExample },
  run: onOwn(async ({ webhooks }, _query, { caller, params }, { id }) => {
    const delivery = await findDelivery(webhooks.store.db, caller.accountId, id, params["delivery"] ?? "");
    return delivery ? { outcome: "found", data: deliveryData(delivery) } : noDelivery;
  }, noDelivery),
};

export const replayWebhookDeliveries: JsonEndpoint = {
  method: "POST",
  path: "/webhook_endpoints/:id/replay_failed",
  name: "v3.replay_webhook_deliveries",
  key: "private",
  tag: webhookTag,
  status: 202,
  summary: "Replay failed deliveries",
  description:
    "Sends each event again whose deliveries failed and that was not delivered or sent again since, the oldest first, up to 500. Receivers recognize an event that they have seen by `webhook-id`.",
  json: emptyBodySchema,
  data: replayedSchema,
  codes: ["invalid_parameter", "unsupported_content_type", "webhook_endpoint_not_found", "webhook_endpoint_disabled"],
  example: { summary: "Three events", data: { replayed: 3, more: false } },
  run: onOwn(async ({ webhooks }, _json, { caller, by }, { id, status }) => {
    if (status === "disabled") return { code: "webhook_endpoint_disabled" };
    const replayed = await replayFailed(webhooks, by, caller.accountId, id);
    return replayed ? { outcome: "replayed", status: 202, data: replayed } : noEndpoint;
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
  run: onOwn(async ({ webhooks }, _json, { caller, params }) => {
    const delivery = await resend(webhooks, caller.accountId, params["id"] ?? "", params["delivery"] ?? "");
    return delivery ? { outcome: "sent", status: 202, data: deliveryData(delivery) } : noDelivery;
  }, noDelivery),
};
