import { networkOf } from "../../limits/network.ts";
import type { Counters } from "../../limits/counters.ts";
import { DashboardError } from "./errors.ts";

/**
 * Requests a minute. A person who clicks as fast as they can asks for some hundred; behind one network there may be an office. Reports
 * look at up to a year of usage.
 */
export const perMinuteMax = { network: 1200, account: 600, report: 120 } as const;

/** What the dashboard's routes are limited by, beside their own work: nobody's script may keep the service from answering others. */
export interface Rates {
  /** @throws DashboardError */
  ofNetwork(address: string): Promise<void>;
  /** @throws DashboardError */
  ofAccount(accountId: string): Promise<void>;
  /** @throws DashboardError */
  ofReports(accountId: string): Promise<void>;
}

export function createRates(counters: Counters): Rates {
  const count = async (kind: keyof typeof perMinuteMax, who: string) => {
    const { value, resetMs } = await counters.add(`${kind}:${who}`, 1, 60);
    if (value <= perMinuteMax[kind]) return;
    throw new DashboardError("too_many_requests", { retryAfterSeconds: Math.max(1, Math.ceil(resetMs / 1000)) });
  };
  return {
    ofNetwork: (address) => count("network", networkOf(address)),
    ofAccount: (accountId) => count("account", accountId),
    ofReports: (accountId) => count("report", accountId),
  };
}
