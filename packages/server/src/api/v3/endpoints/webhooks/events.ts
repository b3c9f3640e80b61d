import { Readable } from "node:stream";
import type { z } from "zod";
import type { EventType } from "@selfsame/platform/events/event-types";
import { exampleData } from "@selfsame/platform/events/example-data";
import { followEvents } from "@selfsame/platform/events/follow-events";
import { eventBody } from "@selfsame/platform/events/events";
import { findEvent, readEventDeliveries, selectEvents } from "@selfsame/platform/events/list-events";
import { ofListeners } from "../../../../features/sessions/visit/open-streams.ts";
import type { JsonEndpoint, PlainEndpoint, Rejection } from "../../endpoint.ts";
import { createdAt, msOf, readPage } from "../../lists.ts";
import {
  eventDetailSchema,
  eventSchema,
  eventsQuerySchema,
  eventsSchema,
  followEventsQuerySchema,
  triggerEventSchema,
} from "../../schemas/webhooks.ts";

const needsTestKey: Rejection = { code: "test_key_required" };
const sinceMaxMs = 3600_000;

export const listEventsEndpoint: PlainEndpoint = {
  method: "GET",
  path: "/events",
  name: "v3.list_events",
  key: "private",
  tag: "Events and webhooks",
  summary: "List events",
  description:
    "Events of the account from the last 30 days, newest first unless sorted, whether or not an endpoint received them.",
  query: eventsQuerySchema,
  data: eventsSchema,
  codes: ["invalid_parameter"],
  example: {
    summary: "One event",
    data: {
      events: [
        {
          id: "evt_1aS4dF7gH0jK3lQ6",
          type: "batch.completed" satisfies EventType,
          timestamp: "2026-11-22T09:41:07.120Z",
          data: { id: "bt_9zX6cV3bN0mQ7wE4", status: "completed" },
        },
      ],
      next_cursor: null,
    },
  },
  run: async (deps, query, context) => {
    const asked = query as z.infer<typeof eventsQuerySchema>;
    const { type, id_prefix: idBegins, from, to } = asked;
    const { accountId, test } = context.caller;
    const filter = { type, idBegins, test, fromMs: msOf(from), toMs: msOf(to) };
    const list = { store: deps.webhooks.store, sorts: { timestamp: createdAt }, indexed: ["type", "from", "to"] };
    const page = await readPage(deps, context, { ...list, select: (db) => selectEvents(db, accountId, filter) }, asked);
    if ("code" in page) return page;
    const events = page.rows.map((row) => ({ id: row.id, ...eventBody(row) }));
    return { outcome: "listed", data: { events, next_cursor: page.next_cursor } };
  },
};

export const getEvent: PlainEndpoint = {
  method: "GET",
  path: "/events/:id",
  name: "v3.get_event",
  key: "private",
  tag: "Events and webhooks",
  summary: "Read an event",
  description: "What happened, and where it was sent. A test key reads test events, a live key the others.",
  data: eventDetailSchema,
  codes: ["event_not_found"],
  example: {
    summary: "Sent to one endpoint",
    data: {
      id: "evt_1aS4dF7gH0jK3lQ6",
      type: "batch.completed" satisfies EventType,
      timestamp: "2026-11-22T09:41:07.120Z",
      data: { id: "bt_9zX6cV3bN0mQ7wE4", status: "completed" },
      test: false,
      deliveries: [
        {
          id: "wd_5pW8cY3hJk6ZvR0u",
          endpoint_id: "we_7dK2mQ9xLr4TbN1s",
          url: "https://shop.example/webhooks/faces",
          status: "delivered",
          attempts: 2,
        },
      ],
    },
  },
  run: async ({ webhooks: { store, seal } }, _query, { caller, params, sees }) => {
    const row = await findEvent(store.db, caller.accountId, params["id"] ?? "");
    if (!row || !sees(row.test === 1)) return { code: "event_not_found" };
    const deliveries = await readEventDeliveries(store.db, seal, row.id);
    return { outcome: "found", data: { id: row.id, ...eventBody(row), test: row.test === 1, deliveries } };
  },
};

const exampleEvent = {
  id: "evt_1aS4dF7gH0jK3lQ6",
  type: "session.verified" satisfies EventType,
  timestamp: "2026-11-22T09:41:07.120Z",
  data: { id: "vs_3fKq8Zr1Vb7Nw2Xc5Yd9Ts", status: "verified", external_id: null, test: true },
};

export const triggerEventEndpoint: JsonEndpoint = {
  method: "POST",
  path: "/events",
  name: "v3.trigger_event",
  key: "private",
  tag: "Events and webhooks",
  status: 201,
  summary: "Create a test event",
  description:
    "With a test key: an event of this type with example data, whose ids belong to nothing. It is sent to test endpoints and to all streams of test events.",
  json: triggerEventSchema,
  data: eventSchema,
  codes: ["invalid_parameter", "unsupported_content_type", "test_key_required"],
  example: { summary: "An event", data: exampleEvent },
  run: async ({ webhooks: { store, now }, sessions: { events } }, json, { caller }) => {
    if (!caller.test) return needsTestKey;
    const { type } = json as z.infer<typeof triggerEventSchema>;
    const data = exampleData(type, now());
    const { accountId } = caller;
    const event = await store.run(() =>
      store.db.transaction().execute((db) => events.emit(db, { accountId, type, data, test: true })),
    );
    return { outcome: "triggered", status: 201, data: event };
  },
};

const tooManyListeners = (whose: "key" | "account"): Rejection => ({
  code: "rate_limited",
  message: `This ${whose} allows ${whose === "key" ? ofListeners.ofOne : ofListeners.ofAccount} streams of test events at once on a node: that many are open.`,
  hint: "Close a stream, such as another `selfsame listen`, and retry after the seconds in `Retry-After`.",
  retryAfterSeconds: 15,
});

export const followEventsEndpoint: PlainEndpoint = {
  method: "GET",
  path: "/events/stream",
  name: "v3.follow_events",
  key: "private",
  tag: "Events and webhooks",
  summary: "Follow test events",
  description:
    "With a test key: server-sent events, an `event` for each test event of the account, with the same data as in the list, for 15 minutes. Then connect again with `since`. Five streams of a key may be open at once, and 25 of an account on one node.",
  query: followEventsQuerySchema,
  data: eventSchema,
  codes: ["invalid_parameter", "test_key_required"],
  example: { summary: "An event", data: exampleEvent },
  run: ({ webhooks: { store, now }, listeners, stopping }, query, { caller, signal }) => {
    if (!caller.test) return needsTestKey;
    const { since } = query as z.infer<typeof followEventsQuerySchema>;
    const nowMs = now();
    const fromMs = since === undefined ? nowMs : Math.max(Date.parse(since), nowMs - sinceMaxMs);
    const leave = listeners.take({ id: caller.keyId, account_id: caller.accountId });
    if (leave === "node") return { code: "engine_busy", retryAfterSeconds: 15 };
    if (typeof leave === "string") return tooManyListeners(leave === "session" ? "key" : "account");
    const following = followEvents(store, caller.accountId, fromMs, AbortSignal.any([stopping, signal]));
    const stream = Readable.from(following).once("close", leave);
    return { outcome: "followed", contentType: "text/event-stream; charset=utf-8", stream };
  },
};
