import type { Events } from "@selfsame/platform/events/events";
import type { Log } from "@selfsame/platform/store/log";
import { isOutage } from "@selfsame/platform/store/outage";
import type { Store } from "@selfsame/platform/store/store";
import type { Caller } from "../access/access.ts";
import { monthEndMs, monthStartMs } from "./month-counter.ts";
import type { Plan } from "../access/plans.ts";

/** Called whenever a request finds the month used up. Notifies once a month, on whichever node is first. */
export type NotifyMonthReached = (caller: Pick<Caller, "accountId" | "keyId" | "plan">, plan: Plan) => Promise<void>;

interface LimitNoticeDeps {
  readonly store: Store;
  readonly events: Events;
  readonly log: Log;
  readonly now?: () => number;
}

export function createLimitNotice({ store, events, log, now = Date.now }: LimitNoticeDeps): NotifyMonthReached {
  /** The month in which this node last saw an account's limit reached, so that rejections do not each query the database. */
  const notifiedMonths = new Map<string, number>();

  const emitOnce = async ({ accountId, keyId, plan: planName }: Parameters<NotifyMonthReached>[0], plan: Plan) => {
    const monthMs = monthStartMs(now());
    await store.db.transaction().execute(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable("accounts")
        .set({ limit_told_month_ms: monthMs })
        .where("id", "=", accountId)
        .where((where) =>
          where.or([where("limit_told_month_ms", "is", null), where("limit_told_month_ms", "<", monthMs)]),
        )
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      const data = {
        id: keyId,
        limit: "month",
        of: "plan",
        plan: planName,
        quota: plan.requestsPerMonth,
        resets_at: new Date(monthEndMs(monthMs)).toISOString(),
      };
      await events.emit(db, { accountId, type: "key.limit_reached", data });
    });
    notifiedMonths.set(accountId, monthMs);
  };

  return async (caller, plan) => {
    if (notifiedMonths.get(caller.accountId) === monthStartMs(now())) return;
    try {
      await store.run(() => emitOnce(caller, plan));
    } catch (error) {
      // The request continues, and the next one tries again. An outage has already been logged.
      if (!isOutage(error)) log.error({ err: error }, "a reached limit could not be reported");
    }
  };
}
