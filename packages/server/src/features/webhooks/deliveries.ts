import type { Kysely, Selectable } from "kysely";
import { isoOf } from "@selfsame/platform/iso-time";
import { type Actor, writeAudit } from "@selfsame/platform/audit/audit";
import { newId } from "@selfsame/platform/ids/ids";
import type { EventType } from "@selfsame/platform/events/event-types";
import { type Page, type Place, newestFirst } from "@selfsame/platform/store/queries/pagination";
import { eventBody } from "@selfsame/platform/events/events";
import { beginsWith } from "@selfsame/platform/store/queries/begins-with";
import type { Schema, WebhookDeliveriesTable } from "@selfsame/platform/store/schema";
import { type WebhookDeps, findRow } from "./endpoints.ts";
import { putDelivery } from "@selfsame/platform/events/outbox";
import { endPause } from "@selfsame/platform/queue/targets";
import { underLock } from "@selfsame/platform/store/migrate";

export interface Delivery extends Omit<Readonly<Selectable<WebhookDeliveriesTable>>, "endpoint_id"> {
  readonly type: string;
  /** Of the event. */
  readonly data: string;
  readonly event_created_at_ms: number;
}

export interface DeliveryFilter {
  readonly type?: EventType | undefined;
  readonly status?: Delivery["status"] | undefined;
  /** Prefix of the event's id, or of the delivery's. */
  readonly idBegins?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

/** Deliveries to one endpoint, unordered. */
export function selectDeliveries(
  db: Kysely<Schema>,
  endpointId: string,
  { type, status, idBegins, fromMs, toMs }: DeliveryFilter = {},
) {
  return db
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("events as event", "event.id", "delivery.event_id")
    .select(["delivery.id", "delivery.event_id", "event.type", "delivery.status", "delivery.attempts"])
    .select(["event.data", "event.created_at_ms as event_created_at_ms"])
    .select(["delivery.created_at_ms", "delivery.attempted_at_ms", "delivery.next_attempt_at_ms"])
    .select(["delivery.response_status", "delivery.response_head", "delivery.duration_ms", "delivery.problem"])
    .select("delivery.request_headers")
    .where("delivery.endpoint_id", "=", endpointId)
    .$if(type !== undefined, (query) => query.where("event.type", "=", type ?? ""))
    .$if(status !== undefined, (query) => query.where("delivery.status", "=", status as Delivery["status"]))
    .$if(idBegins !== undefined, (query) =>
      query.where((where) =>
        where.or([beginsWith(db, "delivery.event_id", idBegins ?? ""), beginsWith(db, "delivery.id", idBegins ?? "")]),
      ),
    )
    .$if(fromMs !== undefined, (query) => query.where("delivery.created_at_ms", ">=", fromMs ?? 0))
    .$if(toMs !== undefined, (query) => query.where("delivery.created_at_ms", "<", toMs ?? 0));
}

/** Newest first. @returns undefined if the account has no such endpoint */
export async function listDeliveries(
  db: Kysely<Schema>,
  accountId: string,
  endpointId: string,
  { limit, after }: { readonly limit: number; readonly after?: Place | undefined },
): Promise<Page<Delivery> | undefined> {
  if (!(await findRow(db, accountId, endpointId))) return undefined;
  return newestFirst(selectDeliveries(db, endpointId), { limit, after }, "delivery.");
}

/** @returns undefined if the account has no such endpoint, or it has no such delivery */
export async function findDelivery(
  db: Kysely<Schema>,
  accountId: string,
  endpointId: string,
  id: string,
): Promise<Delivery | undefined> {
  if (!(await findRow(db, accountId, endpointId))) return undefined;
  return selectDeliveries(db, endpointId).where("delivery.id", "=", id).executeTakeFirst();
}

type SendDeps = Pick<WebhookDeps, "store" | "queue" | "now">;

/** Enqueues the event of an earlier delivery again, whatever its outcome. @returns undefined if there is none */
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

/** Deliveries of one replay: call again for more. */
const replayMax = 500;

/**
 * Enqueues failed deliveries again, the oldest first, except those delivered or enqueued since.
 * @returns their number, and whether there are more; undefined if the account has no such endpoint
 */
export function replayFailed(
  { store, queue, now }: SendDeps,
  by: Actor,
  accountId: string,
  endpointId: string,
): Promise<{ readonly replayed: number; readonly more: boolean } | undefined> {
  return underLock(store.db, store.kind, async (db) => {
    if (!(await findRow(db, accountId, endpointId))) return undefined;
    const failed = await db
      .selectFrom("webhook_deliveries as delivery")
      .select((e) => ["delivery.event_id", e.fn.min("delivery.created_at_ms").as("first_ms")])
      .where("delivery.endpoint_id", "=", endpointId)
      .where("delivery.status", "=", "failed")
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom("webhook_deliveries as other")
              .select("other.id")
              .whereRef("other.event_id", "=", "delivery.event_id")
              .where("other.endpoint_id", "=", endpointId)
              .where("other.status", "!=", "failed"),
          ),
        ),
      )
      .groupBy("delivery.event_id")
      .orderBy("first_ms")
      .limit(replayMax + 1)
      .execute();
    const replayed = failed.slice(0, replayMax);
    for (const { event_id } of replayed) await putDelivery(queue, db, { id: endpointId, accountId }, event_id, now());
    if (replayed.length > 0) {
      await endPause(db, { account: accountId, target: endpointId });
      await writeAudit(db, now(), by, "webhook_deliveries_replayed", accountId, endpointId);
    }
    return { replayed: replayed.length, more: failed.length > replayMax };
  });
}

/** Record of deliveries to an endpoint. */
export interface EndpointRecord {
  /** Of the last 7 days, without pending ones. */
  readonly delivered: number;
  readonly failed: number;
  /** Last failed attempt without a 2xx since, within the same days. */
  readonly lastFailureAtMs: number | null;
}

export const nothingSent: EndpointRecord = { delivered: 0, failed: 0, lastFailureAtMs: null };

const recordMs = 7 * 24 * 3600_000;

/** By endpoint; endpoints without deliveries are absent. */
export async function readRecords(
  db: Kysely<Schema>,
  accountId: string,
  nowMs: number,
): Promise<ReadonlyMap<string, EndpointRecord>> {
  const rows = await db
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("webhook_endpoints as endpoint", "endpoint.id", "delivery.endpoint_id")
    .select((e) => [
      "delivery.endpoint_id",
      "delivery.status",
      e.fn.countAll<number>().as("count"),
      e.fn.max("delivery.attempted_at_ms").as("last_ms"),
    ])
    .where("endpoint.account_id", "=", accountId)
    .where("endpoint.only_for", "is", null)
    .where("delivery.created_at_ms", ">=", nowMs - recordMs)
    .groupBy(["delivery.endpoint_id", "delivery.status"])
    .execute();
  const records = new Map<string, EndpointRecord>();
  for (const { endpoint_id, status, count, last_ms } of rows) {
    const before = records.get(endpoint_id) ?? nothingSent;
    // A delivery that awaits its next attempt has failed so far.
    const failedMs = status === "delivered" ? null : last_ms;
    records.set(endpoint_id, {
      delivered: before.delivered + (status === "delivered" ? count : 0),
      failed: before.failed + (status === "failed" ? count : 0),
      lastFailureAtMs: failedMs === null ? before.lastFailureAtMs : Math.max(failedMs, before.lastFailureAtMs ?? 0),
    });
  }
  return records;
}

/** Sends a `ping` to one endpoint, whatever it subscribes to. */
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

/** As the API returns it. */
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
    request: { headers: headersOf(delivery), body: bodyOf(delivery) },
    problem: delivery.problem,
  };
}

/** As sent last. */
const headersOf = ({ request_headers: text }: Delivery): Readonly<Record<string, string>> | null =>
  text === null ? null : (JSON.parse(text) as Record<string, string>);

const bodyOf = (delivery: Delivery): string =>
  JSON.stringify(eventBody({ ...delivery, created_at_ms: delivery.event_created_at_ms }));
