import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { readTimeline } from "./timeline.ts";

/** A session's timeline, with the deliveries of each event. */
export async function readDeliveredTimeline(db: Kysely<Schema>, sessionId: string) {
  const timeline = await readTimeline(db, sessionId);
  const events = timeline.flatMap(({ data: { event } }) => (typeof event === "string" ? [event] : []));
  const rows =
    events.length === 0
      ? []
      : await db
          .selectFrom("webhook_deliveries")
          .select(["event_id", "endpoint_id", "status", "attempts"])
          .where("event_id", "in", events)
          .orderBy("created_at_ms")
          .execute();
  return timeline.map((entry) => ({
    ...entry,
    deliveries: rows.filter(({ event_id }) => event_id === entry.data["event"]),
  }));
}
