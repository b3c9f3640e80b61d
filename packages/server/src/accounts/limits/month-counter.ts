import type { Count, Counters } from "./counters.ts";

/**
 * A month's counter restarts each day from the recorded usage, so it survives restarts and recovers after an outage of Redis. (In memory it could not
 * live a whole month anyway: timers end at 24.8 days.)
 */
const lifeSeconds = 24 * 3600;

export interface MonthCounter {
  /** Counts requests of the account in the month of `nowMs`, one by default. @returns the new count */
  add(accountId: string, nowMs: number, requests?: number): Promise<number>;
  /** Takes back rejected requests. */
  refund(accountId: string, nowMs: number, requests?: number): Promise<void>;
  get(accountId: string, nowMs: number): Promise<number>;
  /** Like `get`, for a counter that already includes the recorded usage. Does not query the database. */
  known(accountId: string, nowMs: number): Promise<number | undefined>;
}

/**
 * Far above any count: marks a counter that includes the recorded usage. A counter without it was lost (Redis was emptied) or is new, and its first
 * reader adds the usage.
 */
const begun = 2 ** 40;
/** Above any number of nodes: the starter adds this once, and once for each request already used. */
const announced = 2 ** 12;
/** By then the starter of a counter has finished, or has died. */
const beginSeconds = 30;

/** @param usedSince the account's admitted requests since a moment, from usage */
export function createMonthCounter(
  counters: Counters,
  usedSince: (accountId: string, sinceMs: number) => Promise<number>,
): MonthCounter {
  /** Concurrent requests during a counter's start query the usage once, together. */
  const beginning = new Map<string, Promise<number>>();

  /**
   * One node adds the recorded usage and announces it to the others: what they read later may include requests counted here.
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
        // The usage was added several times: read it again.
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
 * More than once if Redis executed a late command that this node had given up and replaced by a counter of its own. Such a counter would report more
 * requests than any plan has.
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
