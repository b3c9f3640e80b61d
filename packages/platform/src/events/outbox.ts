import type { Kysely } from "kysely";
import { newId } from "../ids/ids.ts";
import type { EventType } from "./event-types.ts";
import type { Queue } from "../queue/queue.ts";
import { endPause } from "../queue/targets.ts";
import { openAddress } from "../secrets/sealed-address.ts";
import type { Seal } from "../secrets/seal.ts";
import type { Schema } from "../store/schema.ts";
import { carriedTrace } from "../tracing/spans.ts";

export const deliveryJob = "webhook_delivery";

export interface EmittedEvent {
  readonly id: string;
  readonly accountId: string;
  readonly type: EventType;
  readonly createdAtMs: number;
  readonly test: boolean;
  /** The batch that it concerns; its callback receives the event as well. */
  readonly onlyTo: string | null;
}

/**
 * Enqueues a delivery for each of the account's endpoints that subscribes, in the event's transaction.
 * @param seal opens addresses; without it, an account's callbacks to sealed addresses share one target
 */
export async function deliverTo(
  queue: Queue,
  db: Kysely<Schema>,
  event: EmittedEvent,
  seal: Seal | undefined,
): Promise<void> {
  const endpoints = await db
    .selectFrom("webhook_endpoints")
    .select(["id", "types", "only_for", "url"])
    .where("account_id", "=", event.accountId)
    .where("test", "=", Number(event.test))
    .where("disabled_at_ms", "is", null)
    .where((where) => where.or([where("only_for", "is", null), where("only_for", "=", event.onlyTo)]))
    .execute();
  for (const { id, types, only_for, url } of endpoints) {
    const wanted = JSON.parse(types) as string[];
    // Each batch's callback is an endpoint of its own: they share a target by host.
    const target =
      only_for === null ? id : `callbacks to ${URL.parse((seal && openAddress({ seal }, url)) ?? url)?.host}`;
    if (wanted.length === 0 || wanted.includes(event.type))
      await putDelivery(queue, db, { id, target, accountId: event.accountId }, event.id, event.createdAtMs);
  }
}

export interface DeliveredTo {
  /** The endpoint's id. */
  readonly id: string;
  readonly accountId: string;
  /** Target whose share it uses; default: the endpoint. */
  readonly target?: string;
  /** A user waits for it. */
  readonly asked?: boolean;
}

/** @returns the delivery's id */
export async function putDelivery(
  queue: Queue,
  db: Kysely<Schema>,
  { id: endpointId, accountId, target = endpointId, asked = false }: DeliveredTo,
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
  const data = { delivery: id, ...carriedTrace() };
  await queue.enqueue(db, [{ name: deliveryJob, data, account: accountId, target, priority: asked ? 1 : 0 }]);
  // The user who requested it has fixed the endpoint, or wants to know.
  if (asked) await endPause(db, { account: accountId, target });
  return id;
}
