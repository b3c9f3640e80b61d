import { MemoryBudget } from "@selfsame/photo/images/memory-budget";

/** Limits concurrent downloads from one host. */
export interface HostPlaces {
  /** @throws BudgetExhausted if the signal aborts the wait */
  take<T>(host: string, asking: Asking, work: () => Promise<T>): Promise<T>;
}

interface Asking {
  readonly accountId: string;
  readonly signal: AbortSignal;
}

/** A waiting group is given up long before. */
const waitMs = 600_000;

/**
 * Shared like memory: an account may use at most as many of a host's places as are still free, so one account alone gets half. Photos that load slowly
 * for one account do not block another's from the same host.
 */
export function createHostPlaces(places: number): HostPlaces {
  const hosts = new Map<string, MemoryBudget>();
  return {
    take: async (host, { accountId, signal }, work) => {
      const budget = hosts.get(host) ?? new MemoryBudget(places, waitMs);
      hosts.set(host, budget);
      const place = budget.hold(accountId, signal);
      await place.reserve(1);
      try {
        return await work();
      } finally {
        place.release();
        if (budget.takenBytes === 0) hosts.delete(host);
      }
    },
  };
}
