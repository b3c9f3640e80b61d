import type { Kysely } from "kysely";
import type { Schema } from "../../../platform/store/schema.ts";
import type { Seal } from "../../../platform/secrets/seal.ts";
import { openAddress } from "../../../platform/secrets/sealed-address.ts";
import { type TimelineEntry, readTimeline } from "./timeline.ts";

/** An endpoint that an event was sent to, and the delivery's status. */
interface TimelineDelivery {
  readonly endpointId: string;
  readonly url: string;
  readonly status: "pending" | "delivered" | "failed";
  readonly attempts: number;
}

export interface DeliveredEntry extends TimelineEntry {
  readonly deliveries: readonly TimelineDelivery[];
}

/** A session's timeline, with the deliveries of each event. */
export async function readDeliveredTimeline(
  db: Kysely<Schema>,
  seal: Seal,
  sessionId: string,
): Promise<readonly DeliveredEntry[]> {
  const timeline = await readTimeline(db, sessionId);
  const events = timeline.flatMap(({ data: { event } }) => (typeof event === "string" ? [event] : []));
  const rows =
    events.length === 0
      ? []
      : await db
          .selectFrom("webhook_deliveries as delivery")
          .innerJoin("webhook_endpoints as endpoint", "endpoint.id", "delivery.endpoint_id")
          .select(["event_id", "endpoint_id as endpointId", "url", "status", "attempts"])
          .where("event_id", "in", events)
          .orderBy("delivery.created_at_ms")
          .execute();
  return timeline.map((entry) => ({
    ...entry,
    deliveries: rows
      .filter(({ event_id }) => event_id === entry.data["event"])
      .map((row) => ({ ...row, url: openAddress({ seal }, row.url) ?? "" })),
  }));
}
