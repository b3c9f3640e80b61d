import type { Kysely } from "kysely";
import { newId } from "../ids/ids.ts";
import type { Queue } from "../queue/queue.ts";
import type { Seal } from "../secrets/seal.ts";
import type { Schema } from "../store/schema.ts";
import { deliverTo } from "./outbox.ts";
import type { EventType } from "./event-types.ts";

export interface NewEvent {
  readonly accountId: string;
  readonly type: EventType;
  /** Thin: ids, states, and the caller's own names. Details are requested with a key. */
  readonly data: EventData;
  /** Whether it concerns a test key's data. */
  readonly test?: boolean;
  /** Time of the event, if not now: epoch milliseconds. Events are listed by it. */
  readonly atMs?: number | undefined;
}

export type EventData = Readonly<Record<string, string | number | boolean | null>>;

/** Records events, in the transaction of their cause: an event exists exactly if its cause does. */
export interface Events {
  /** @param onlyTo an endpoint that receives it whatever it subscribes to */
  emit(transaction: Kysely<Schema>, event: NewEvent, onlyTo?: string): Promise<EventBody & { readonly id: string }>;
}

/**
 * @param now for `timestamp`, epoch milliseconds
 * @param seal of endpoints' addresses
 */
export function createEvents(queue: Queue, now: () => number = Date.now, seal?: Seal): Events {
  return {
    emit: async (transaction, { accountId, type, data, test = false, atMs = now() }, onlyTo) => {
      const id = newId("evt");
      const row = { id, account_id: accountId, type, data: JSON.stringify(data), created_at_ms: atMs };
      await transaction
        .insertInto("events")
        .values({ ...row, test: Number(test) })
        .execute();
      await deliverTo(
        queue,
        transaction,
        { id, accountId, type, createdAtMs: atMs, test, onlyTo: onlyTo ?? null },
        seal,
      );
      return { id, ...eventBody(row) };
    },
  };
}

/** An event as listed and sent. */
export interface EventBody {
  readonly type: string;
  /** ISO 8601, UTC: when it happened, independent of delivery. */
  readonly timestamp: string;
  readonly data: EventData;
}

export function eventBody(row: {
  readonly type: string;
  readonly data: string;
  readonly created_at_ms: number;
}): EventBody {
  const { type, data, created_at_ms } = row;
  return { type, timestamp: new Date(created_at_ms).toISOString(), data: JSON.parse(data) as EventData };
}
