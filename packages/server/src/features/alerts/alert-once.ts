import type { Events, NewEvent } from "@selfsame/platform/events/events";
import type { Store } from "@selfsame/platform/store/store";

/**
 * Reports an occurrence once, however many nodes notice it, and however often.
 * @param occurrence identifies it by subject and period, within the account and the event's type
 * @throws StoreUnavailable
 */
export type AlertOnce = (event: NewEvent, occurrence: string) => Promise<void>;

export function createAlertOnce(store: Store, events: Events, now: () => number): AlertOnce {
  return (event, occurrence) =>
    store.run(() =>
      store.db.transaction().execute(async (db) => {
        const id = `${event.accountId} ${event.type} ${occurrence}`;
        const first = await db
          .insertInto("alerts_told")
          .values({ id, account_id: event.accountId, told_at_ms: now() })
          .onConflict((conflict) => conflict.doNothing())
          .returning("id")
          .executeTakeFirst();
        if (first) await events.emit(db, event);
      }),
    );
}
