import type { Log } from "../store/log.ts";
import { isOutage } from "../store/outage.ts";
import { alertExpiringKeys } from "./expiring-keys.ts";
import { alertFailingRequests } from "./failing-requests.ts";
import { alertGrowingQueues } from "./growing-queues.ts";
import type { WatchDeps } from "./watch-deps.ts";

const everyMs = 5 * 60_000;

const looks = {
  "keys that expire": alertExpiringKeys,
  "requests that fail": alertFailingRequests,
  "queues that grow": alertGrowingQueues,
} as const;

/** Looks for what somebody should be told of, now and every five minutes, on every node: each occurrence is told of once. @returns what stops it */
export function watchForAlerts(deps: WatchDeps, log: Log): () => Promise<void> {
  const look = () => checkOnce(deps, log);
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/** Each kind apart: where one cannot be looked for, the others are. */
export async function checkOnce(deps: WatchDeps, log: Log): Promise<void> {
  for (const [what, look] of Object.entries(looks)) {
    await look(deps).catch((error: unknown) => {
      if (!isOutage(error)) log.error({ err: error, what }, "alerts could not be looked for");
    });
  }
}
