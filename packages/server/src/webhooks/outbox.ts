import type { Kysely } from "kysely";
import { newId } from "../access/ids.ts";
import type { EventType } from "../events/event-types.ts";
import type { Queue } from "../queue/queue.ts";
import type { Schema } from "../store/schema.ts";
import { carriedTrace } from "../tracing/spans.ts";

export const deliveryJob = "webhook_delivery";

export interface ToldEvent {
  readonly id: string;
  readonly accountId: string;
  readonly type: EventType;
  readonly createdAtMs: number;
  readonly test: boolean;
  /** The batch it is about, whose callback hears of it too. */
  readonly onlyTo: string | null;
}

/** Puts one delivery in for each of the account's endpoints that listens, in the transaction of the event. */
export async function deliverTo(queue: Queue, db: Kysely<Schema>, event: ToldEvent): Promise<void> {
  const endpoints = await db
    .selectFrom("webhook_endpoints")
    .select(["id", "types", "only_for"])
    .where("account_id", "=", event.accountId)
    .where("test", "=", Number(event.test))
    .where("disabled_at_ms", "is", null)
    .where((where) => where.or([where("only_for", "is", null), where("only_for", "=", event.onlyTo)]))
    .execute();
  for (const { id, types } of endpoints) {
    const wanted = JSON.parse(types) as string[];
    if (wanted.length === 0 || wanted.includes(event.type))
      await putDelivery(queue, db, id, event.id, event.createdAtMs);
  }
}

/** @returns the delivery's id */
export async function putDelivery(
  queue: Queue,
  db: Kysely<Schema>,
  endpointId: string,
  eventId: string,
  nowMs: number,
): Promise<string> {
  const id = newId("wd");
  await db
    .insertInto("webhook_deliveries")
    .values({
      id,
      endpoint_id: endpointId,
      event_id: eventId,
      status: "pending",
      attempts: 0,
      created_at_ms: nowMs,
      next_attempt_at_ms: nowMs,
    })
    .execute();
  await queue.enqueue(db, [{ name: deliveryJob, data: { delivery: id, ...carriedTrace() } }]);
  return id;
}
