import type { Count, Counters } from "./counters.ts";

/**
 * A month's counter restarts each day from the recorded usage. So it survives restarts and recovers after an outage of Redis. (In memory it
 * could not live a whole month anyway: timers end at 24.8 days.)
 */
const lifeSeconds = 24 * 3600;

export interface MonthCounter {
  /** Counts one more request (or several) of the account in the month of `nowMs`. @returns how many there are now */
  add(accountId: string, nowMs: number, requests?: number): Promise<number>;
  /** Takes back a request (or several) that was refused. */
  refund(accountId: string, nowMs: number, requests?: number): Promise<void>;
  get(accountId: string, nowMs: number): Promise<number>;
  /** As `get`, of a counter that includes the recorded usage already. It asks no database. */
  known(accountId: string, nowMs: number): Promise<number | undefined>;
}

/**
 * Far above any count: a counter that holds it already includes the recorded usage. One without was lost (Redis was emptied) or has only just
 * begun, and its first reader adds the usage.
 */
const begun = 2 ** 40;
/** Above any count of nodes: who begins adds this once, and once for each request that was used before. */
const announced = 2 ** 12;
/** By then who was to begin a counter has done so, or has died over it. */
const beginSeconds = 30;

/** @param usedSince admitted requests of the account since a moment, as usage has them */
export function createMonthCounter(
  counters: Counters,
  usedSince: (accountId: string, sinceMs: number) => Promise<number>,
): MonthCounter {
  /** Requests that come while a counter begins ask for what was used once, together. */
  const beginning = new Map<string, Promise<number>>();

  /**
   * One of all nodes adds the recorded usage and announces it to the others: what they read later may include requests counted here.
   * @returns the usage
   */
  const begin = async (name: string, accountId: string, nowMs: number) => {
    const used = await usedSince(accountId, monthStartMs(nowMs));
    const { value } = await counters.add(`${name}:begin`, 1, beginSeconds);
    if (value > announced) return Math.floor(value / announced) - 1;
    if (value === 1) {
      await counters.add(`${name}:begin`, announced * (used + 1), beginSeconds);
      await counters.add(name, begun + used, lifeSeconds);
    }
    return used;
  };

  const beginOnce = (name: string, accountId: string, nowMs: number) => {
    const known = beginning.get(name);
    if (known) return known;
    const promise = begin(name, accountId, nowMs).finally(() => beginning.delete(name));
    beginning.set(name, promise);
    return promise;
  };

  const add: MonthCounter["add"] = async (accountId, nowMs, requests = 1) => {
    const name = nameOf(accountId, nowMs);
    const { value }: Count = await counters.add(name, requests, lifeSeconds);
    switch (timesBegun(value)) {
      case 0:
        return Math.max(requests, value) + (await beginOnce(name, accountId, nowMs));
      case 1:
        return value - begun;
      default:
        // What was used is in it several times: usage knows better.
        await counters.clear(name);
        await counters.clear(`${name}:begin`);
        return add(accountId, nowMs, requests);
    }
  };

  return {
    add,
    refund: async (accountId, nowMs, requests = 1) => {
      await counters.add(nameOf(accountId, nowMs), -requests, lifeSeconds);
    },
    known: async (accountId, nowMs) => {
      const { value = 0 } = (await counters.get(nameOf(accountId, nowMs))) ?? {};
      return timesBegun(value) === 1 ? value - begun : undefined;
    },
    get: async (accountId, nowMs) => {
      const { value = 0 } = (await counters.get(nameOf(accountId, nowMs))) ?? {};
      const times = timesBegun(value);
      if (times === 1) return value - begun;
      return (times === 0 ? Math.max(0, value) : 0) + (await usedSince(accountId, monthStartMs(nowMs)));
    },
  };
}

/**
 * More than once: Redis ran late a command that this node had given up on and counted by itself meanwhile, where a counter of its own began.
 * Such a counter would report more requests than any plan has.
 */
function timesBegun(value: number): number {
  return Math.max(0, Math.round(value / begun));
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
