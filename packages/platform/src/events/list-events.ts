import type { Kysely, Selectable } from "kysely";
import type { Seal } from "../secrets/seal.ts";
import { openAddress } from "../secrets/sealed-address.ts";
import type { EventsTable, Schema } from "../store/schema.ts";
import { beginsWith } from "../store/queries/begins-with.ts";
import type { EventType } from "./event-types.ts";

export interface EventFilter {
  readonly type?: EventType | undefined;
  /** Prefix of the id. */
  readonly idBegins?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly test: boolean;
}

/** The account's events of the last 30 days, unordered. */
export function selectEvents(
  db: Kysely<Schema>,
  accountId: string,
  { type, idBegins, fromMs, toMs, test }: EventFilter,
) {
  return db
    .selectFrom("events")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("test", "=", Number(test))
    .$if(type !== undefined, (query) => query.where("type", "=", type ?? ""))
    .$if(idBegins !== undefined, (query) => query.where(beginsWith(db, "id", idBegins ?? "")))
    .$if(fromMs !== undefined, (query) => query.where("created_at_ms", ">=", fromMs ?? 0))
    .$if(toMs !== undefined, (query) => query.where("created_at_ms", "<", toMs ?? 0));
}

/** @returns undefined also for another account's event */
export function findEvent(
  db: Kysely<Schema>,
  accountId: string,
  id: string,
): Promise<Selectable<EventsTable> | undefined> {
  return db
    .selectFrom("events")
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
}

/** Deliveries of an event and their outcomes, callbacks of batches included; oldest first. */
export async function readEventDeliveries(db: Kysely<Schema>, seal: Seal, eventId: string) {
  const rows = await db
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("webhook_endpoints as endpoint", "endpoint.id", "delivery.endpoint_id")
    .select(["delivery.id", "endpoint_id", "url", "only_for", "status", "attempts"])
    .where("event_id", "=", eventId)
    .orderBy("delivery.created_at_ms")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    /** Null for a batch's callback, which no list contains. */
    endpoint_id: row.only_for === null ? row.endpoint_id : null,
    url: openAddress({ seal }, row.url) ?? "",
    status: row.status,
    attempts: row.attempts,
  }));
}
