import type { Log } from "@selfsame/platform/store/log";
import { isOutage } from "@selfsame/platform/store/outage";
import { alertExpiringKeys } from "./expiring-keys.ts";
import { alertFallingRates } from "./falling-rates.ts";
import { alertFailingRequests } from "./failing-requests.ts";
import { alertGrowingQueues } from "./growing-queues.ts";
import { recheckDomains } from "./recheck-domains.ts";
import { mailReviewers } from "./waiting-reviews.ts";
import type { WatchDeps } from "./watch-deps.ts";

const everyMs = 5 * 60_000;

const checks = {
  "keys that expire": alertExpiringKeys,
  "domains whose record is gone": recheckDomains,
  "requests that fail": alertFailingRequests,
  "rates that fall": alertFallingRates,
  "reviews that wait": mailReviewers,
  "queues that grow": alertGrowingQueues,
} as const;

/** Checks for alerts now and every five minutes, on every node; each occurrence is reported once. @returns stops it */
export function watchForAlerts(deps: WatchDeps, log: Log): () => Promise<void> {
  const check = () => checkOnce(deps, log);
  let checking = check();
  const timer = setInterval(() => {
    checking = checking.then(check);
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await checking;
  };
}

/** Each kind separately: a failure of one does not stop the others. */
export async function checkOnce(deps: WatchDeps, log: Log): Promise<void> {
  for (const [what, check] of Object.entries(checks)) {
    await check(deps).catch((error: unknown) => {
      if (!isOutage(error)) log.error({ err: error, what }, "alerts could not be checked");
    });
  }
}
