import { networkOf } from "../../accounts/limits/network.ts";
import type { Counters } from "../../accounts/limits/counters.ts";
import { DashboardError } from "./errors.ts";

/**
 * Requests a minute. A person who clicks as fast as they can sends about a hundred; one network may be a whole office. A report reads up to a
 * year of usage.
 */
export const perMinuteMax = { network: 1200, account: 600, report: 120 } as const;

/** Rate limits of the dashboard's routes, so that one user's script cannot starve the others. */
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
