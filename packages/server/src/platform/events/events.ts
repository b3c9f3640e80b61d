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
  /** Thin: ids, states, what the caller named it. The rest is fetched, with a key. */
  readonly data: EventData;
  /** Whether it is about what a test key made. */
  readonly test?: boolean;
  /** When it happened, where that is not now: epoch milliseconds. Events are listed by it. */
  readonly atMs?: number | undefined;
}

export type EventData = Readonly<Record<string, string | number | boolean | null>>;

/** Notes what happened, in the transaction in which it happens: the event is there exactly when that is. */
export interface Events {
  /** @param onlyTo an endpoint that receives it even if it subscribes to nothing else */
  emit(transaction: Kysely<Schema>, event: NewEvent, onlyTo?: string): Promise<EventBody & { readonly id: string }>;
}

/**
 * @param now the moment for `timestamp`, epoch milliseconds
 * @param seal of the addresses of endpoints
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

/** An event as it is listed and sent. */
export interface EventBody {
  readonly type: string;
  /** ISO 8601, UTC: when it happened, whenever it is delivered. */
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
