import type { Kysely } from "kysely";
import { newId } from "../ids/ids.ts";
import { type Page, type Place, newestFirst } from "../store/pagination.ts";
import type { Schema } from "../store/schema.ts";
import { type WebhookDeps, findRow } from "./endpoints.ts";
import { putDelivery } from "../events/outbox.ts";

export interface Delivery {
  readonly id: string;
  readonly event_id: string;
  readonly type: string;
  /** The event's. */
  readonly data: string;
  readonly event_created_at_ms: number;
  readonly status: "pending" | "delivered" | "failed";
  readonly attempts: number;
  readonly created_at_ms: number;
  readonly attempted_at_ms: number | null;
  readonly next_attempt_at_ms: number | null;
  readonly response_status: number | null;
  readonly response_head: string | null;
  readonly duration_ms: number | null;
  readonly problem: string | null;
}

function selectDeliveries(db: Kysely<Schema>, endpointId: string) {
  return db
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("events as event", "event.id", "delivery.event_id")
    .select(["delivery.id", "delivery.event_id", "event.type", "delivery.status", "delivery.attempts"])
    .select(["event.data", "event.created_at_ms as event_created_at_ms"])
    .select(["delivery.created_at_ms", "delivery.attempted_at_ms", "delivery.next_attempt_at_ms"])
    .select(["delivery.response_status", "delivery.response_head", "delivery.duration_ms", "delivery.problem"])
    .where("delivery.endpoint_id", "=", endpointId);
}

/** Newest first. @returns undefined where the account has no such endpoint */
export async function listDeliveries(
  db: Kysely<Schema>,
  accountId: string,
  endpointId: string,
  { limit, after }: { readonly limit: number; readonly after?: Place | undefined },
): Promise<Page<Delivery> | undefined> {
  if (!(await findRow(db, accountId, endpointId))) return undefined;
  return newestFirst(selectDeliveries(db, endpointId), { limit, after }, "delivery.");
}

type SendDeps = Pick<WebhookDeps, "store" | "queue" | "now">;

/** Puts the event of an earlier delivery in once more, whatever became of that one. @returns undefined where there is none */
export function resend(
  { store, queue, now }: SendDeps,
  accountId: string,
  endpointId: string,
  deliveryId: string,
): Promise<Delivery | undefined> {
  return store.db.transaction().execute(async (db) => {
    if (!(await findRow(db, accountId, endpointId))) return undefined;
    const before = await selectDeliveries(db, endpointId).where("delivery.id", "=", deliveryId).executeTakeFirst();
    if (!before) return undefined;
    const id = await putDelivery(queue, db, { id: endpointId, accountId, asked: true }, before.event_id, now());
    return selectDeliveries(db, endpointId).where("delivery.id", "=", id).executeTakeFirstOrThrow();
  });
}

/** Sends a `ping` to one endpoint, whatever it listens to. */
export function sendPing(
  { store, queue, now }: SendDeps,
  accountId: string,
  endpointId: string,
): Promise<Delivery | undefined> {
  return store.db.transaction().execute(async (db) => {
    const endpoint = await findRow(db, accountId, endpointId);
    if (!endpoint) return undefined;
    const eventId = newId("evt");
    await db
      .insertInto("events")
      .values({
        id: eventId,
        account_id: accountId,
        type: "ping",
        data: JSON.stringify({ endpoint: endpointId }),
        created_at_ms: now(),
        test: endpoint.test,
      })
      .execute();
    const id = await putDelivery(queue, db, { id: endpointId, accountId, asked: true }, eventId, now());
    return selectDeliveries(db, endpointId).where("delivery.id", "=", id).executeTakeFirstOrThrow();
  });
}

/** As the API and the dashboard tell it. */
export function deliveryData(delivery: Delivery) {
  const { attempted_at_ms, next_attempt_at_ms, response_status: status, response_head: body } = delivery;
  return {
    id: delivery.id,
    event_id: delivery.event_id,
    type: delivery.type,
    status: delivery.status,
    attempts: delivery.attempts,
    created_at: isoOf(delivery.created_at_ms),
    attempted_at: attempted_at_ms === null ? null : isoOf(attempted_at_ms),
    next_attempt_at: next_attempt_at_ms === null ? null : isoOf(next_attempt_at_ms),
    duration_ms: delivery.duration_ms,
    response: status === null ? null : { status, body: body ?? "" },
    problem: delivery.problem,
  };
}

const isoOf = (ms: number): string => new Date(ms).toISOString();
