import type { z } from "zod";
import type { EventType } from "../../../events/event-types.ts";
import { eventBody } from "../../../events/events.ts";
import { listEvents } from "../../../events/list-events.ts";
import { nextCursor, placeOf } from "../../../store/page.ts";
import type { PlainEndpoint } from "../endpoint.ts";
import { eventsQuerySchema, eventsSchema } from "../schemas/webhooks.ts";

export const listEventsEndpoint: PlainEndpoint = {
  method: "GET",
  path: "/events",
  name: "v3.list_events",
  key: "private",
  tag: "Events and webhooks",
  summary: "List events",
  description: "What happened in the account, whether or not an endpoint listens. The newest first, of 30 days.",
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
  run: async ({ webhooks }, query, { caller }) => {
    const { limit, cursor, type } = query as z.infer<typeof eventsQuerySchema>;
    const after = cursor === undefined ? undefined : placeOf(cursor);
    if (cursor !== undefined && !after) return { code: "invalid_parameter", param: "cursor" };
    const page = await listEvents(webhooks.store.db, caller.accountId, { type, test: caller.test, limit, after });
    const events = page.rows.map((row) => ({ id: row.id, ...eventBody(row) }));
    return { outcome: "listed", data: { events, next_cursor: nextCursor(page) } };
  },
};
