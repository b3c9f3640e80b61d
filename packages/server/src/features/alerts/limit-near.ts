import type { Caller, LimitState } from "../../accounts/access/access.ts";
import { monthEndMs, monthStartMs } from "../../accounts/limits/month-counter.ts";
import type { Log } from "@selfsame/platform/store/log";
import { isOutage } from "@selfsame/platform/store/outage";
import type { AlertOnce } from "./alert-once.ts";

/** Share of the month's requests from which a limit is reported. */
const nearShare = 0.8;

/**
 * Called with the monthly limits of the account, and of keys that have their own, after each counted request. Reports each limit once when it is nearly
 * used up, and a key's also when it is used up. Never fails the request.
 */
export type WatchMonth = (caller: Pick<Caller, "accountId" | "keyId" | "plan">, month: LimitState) => Promise<void>;

export function createMonthWatch(alertOnce: AlertOnce, log: Log, now: () => number = Date.now): WatchMonth {
  /** The month in which this node last reported a limit, so that not every later request queries the database. */
  const reportedMonths = new Map<string, number>();
  return async (caller, month) => {
    if (month.quota - month.remaining < nearShare * month.quota) return;
    const monthMs = monthStartMs(now());
    const whose = month.of === "key" ? (month.keyId ?? caller.keyId) : caller.accountId;
    // accounts/limits/limit-notice.ts reports an account's used-up month, batches included.
    const isReached = month.of === "key" && month.remaining === 0;
    const reported = `${whose} ${isReached ? "reached" : "near"}`;
    if (reportedMonths.get(reported) === monthMs) return;
    const { accountId, keyId, plan } = caller;
    const data = {
      id: month.keyId ?? keyId,
      limit: "month",
      of: month.of,
      plan,
      quota: month.quota,
      ...(!isReached && { remaining: month.remaining }),
      resets_at: new Date(monthEndMs(monthMs)).toISOString(),
    };
    const type = isReached ? "key.limit_reached" : "key.limit_near";
    try {
      await alertOnce({ accountId, type, data }, month.of === "key" ? `${whose} ${monthMs}` : String(monthMs));
      if (reportedMonths.size > reportedMax) reportedMonths.clear();
      reportedMonths.set(reported, monthMs);
    } catch (error) {
      // The next request tries again. An outage has already been logged.
      if (!isOutage(error)) log.error({ err: error }, "a limit that is near could not be reported");
    }
  };
}

/** Keys that this node remembers: a forgotten one costs an extra query. */
const reportedMax = 10_000;
