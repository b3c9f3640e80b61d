import type { Caller, LimitState } from "../access/access.ts";
import { monthEndMs, monthStartMs } from "../limits/month-counter.ts";
import type { Log } from "../store/log.ts";
import { isOutage } from "../store/outage.ts";
import type { AlertOnce } from "./alert-once.ts";

/** From this share of the month's requests on. */
const nearShare = 0.8;

/** Called with the account's month after each request that it counts; reports one that is nearly used up, once. Never fails the request. */
export type WatchMonth = (caller: Pick<Caller, "accountId" | "keyId" | "plan">, month: LimitState) => Promise<void>;

export function createMonthWatch(alertOnce: AlertOnce, log: Log, now: () => number = Date.now): WatchMonth {
  /** The month in which this node last reported an account, so that not every later request queries the database. */
  const reportedMonths = new Map<string, number>();
  return async ({ accountId, keyId, plan }, month) => {
    if (month.quota - month.remaining < nearShare * month.quota) return;
    const monthMs = monthStartMs(now());
    if (reportedMonths.get(accountId) === monthMs) return;
    const data = {
      id: keyId,
      limit: "month",
      plan,
      quota: month.quota,
      remaining: month.remaining,
      resets_at: new Date(monthEndMs(monthMs)).toISOString(),
    };
    try {
      await alertOnce({ accountId, type: "key.limit_near", data }, String(monthMs));
      reportedMonths.set(accountId, monthMs);
    } catch (error) {
      // The next one tries again. That the database is away was said by who noticed it.
      if (!isOutage(error)) log.error({ err: error }, "a limit that is near could not be reported");
    }
  };
}
