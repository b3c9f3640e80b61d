import { MemoryBudget } from "../../photo/images/memory-budget.ts";

/** How many photos come from one host at once. */
export interface HostPlaces {
  /** @throws BudgetExhausted when the caller waits no more, by the signal */
  take<T>(host: string, asking: Asking, work: () => Promise<T>): Promise<T>;
}

interface Asking {
  readonly accountId: string;
  readonly signal: AbortSignal;
}

/** A group that waits is given up long before. */
const waitMs = 600_000;

/**
 * Shared as memory is: an account has as many places at a host as it leaves free, alone half of them. So photos that one account has drip
 * from a host do not stand in the way of another's from there.
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
