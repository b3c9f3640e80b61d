import type { Count, Counters } from "./counters.ts";

/**
 * A month's counter begins anew each day from what usage says was used, so that it survives restarts and mends itself after Redis
 * was away. (In memory it could not live a whole month anyway: timers end at 24.8 days.)
 */
const lifeSeconds = 24 * 3600;

export interface MonthCounter {
  /** Counts one more request of the account in the month of `nowMs`. @returns how many there are now */
  add(accountId: string, nowMs: number): Promise<number>;
  /** Takes back a request that was refused. */
  refund(accountId: string, nowMs: number): Promise<void>;
  get(accountId: string, nowMs: number): Promise<number>;
}

/** @param usedSince admitted requests of the account since a moment, as usage has them */
export function createMonthCounter(
  counters: Counters,
  usedSince: (accountId: string, sinceMs: number) => Promise<number>,
): MonthCounter {
  /** Counters that begin right now: requests that come meanwhile wait for what was used before. */
  const beginning = new Map<string, Promise<number>>();

  const begin = async (name: string, accountId: string, nowMs: number) => {
    const used = await usedSince(accountId, monthStartMs(nowMs));
    if (used > 0) await counters.add(name, used, lifeSeconds);
    return used;
  };

  const count = async (accountId: string, nowMs: number, points: number): Promise<number> => {
    const name = nameOf(accountId, nowMs);
    const { value }: Count = await counters.add(name, points, lifeSeconds);
    // Exactly one request on all nodes sees the counter's first value.
    if (value === points && !beginning.has(name)) {
      beginning.set(
        name,
        begin(name, accountId, nowMs).finally(() => beginning.delete(name)),
      );
    }
    return value + ((await beginning.get(name)) ?? 0);
  };

  return {
    add: (accountId, nowMs) => count(accountId, nowMs, 1),
    refund: async (accountId, nowMs) => {
      await counters.add(nameOf(accountId, nowMs), -1, lifeSeconds);
    },
    get: async (accountId, nowMs) => {
      const known = await counters.get(nameOf(accountId, nowMs));
      return known?.value ?? (await usedSince(accountId, monthStartMs(nowMs)));
    },
  };
}

function nameOf(accountId: string, nowMs: number): string {
  return `${accountId}:${new Date(nowMs).toISOString().slice(0, 7)}`;
}

export function monthStartMs(nowMs: number): number {
  const date = new Date(nowMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

export function monthEndMs(nowMs: number): number {
  const date = new Date(nowMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
