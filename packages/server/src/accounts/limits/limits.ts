import type { Admission, LimitOwner, LimitState } from "../access/access.ts";
import type { Counters } from "./counters.ts";
import { monthEndMs, monthStartMs } from "./month-counter.ts";
import type { MonthCounter } from "./month-counter.ts";
import type { Plan } from "../access/plans.ts";
import type { Slots } from "./slots.ts";

export interface LimitsDeps {
  readonly minutes: Counters;
  readonly months: MonthCounter;
  readonly slots: Slots;
  /** Owner of the limit. */
  readonly of: LimitOwner;
  readonly now: () => number;
}

export interface Limits {
  /** @param of owner of the limits, if not the usual one */
  admit(accountId: string, plan: Plan, of?: LimitOwner): Promise<Admission>;
  /** Takes part of the month's quota, for work that continues after its request. @returns how much was left to take */
  takeOfMonth(accountId: string, plan: Plan, count: number): Promise<number>;
  /** Returns what was taken and not used. */
  refundMonth(accountId: string, plan: Plan, count: number): Promise<void>;
  /** Requests used this month, if the counter already includes the recorded usage. Does not query the database. */
  usedOfMonth(accountId: string): Promise<number | undefined>;
  /** The account's limits, without counting a request. */
  state(accountId: string, plan: Plan): Promise<readonly LimitState[]>;
}

export const minuteSeconds = 60;

/**
 * A plan's limits, by account. The minute is a fixed window that begins with its first request; the month is the calendar month in UTC. A request counts
 * when admitted, whatever its outcome. One that the minute rejects does not count for the month.
 */
export function createLimits({ minutes, months, slots, of: usual, now }: LimitsDeps): Limits {
  const concurrentState = (accountId: string, quota: number, of: LimitOwner): LimitState => ({
    name: "concurrent",
    of,
    quota,
    remaining: Math.max(0, quota - slots.taken(accountId)),
    resetSeconds: 0,
  });

  const admit: Limits["admit"] = async (accountId, plan, of = usual) => {
    const { concurrentRequests, requestsPerMinute, requestsPerMonth } = plan;
    const limits: LimitState[] = [];
    const release = slots.take(accountId, concurrentRequests ?? Infinity);
    const atOnce = concurrentState(accountId, concurrentRequests ?? Infinity, of);
    if (concurrentRequests !== null) limits.push(atOnce);
    if (!release) return { outcome: "rate_limited", limits, reached: atOnce, retryAfterSeconds: 1 };

    try {
      if (requestsPerMinute !== null) {
        const { value, resetMs } = await minutes.add(accountId, 1, minuteSeconds);
        const state = minuteState(requestsPerMinute, value, resetMs, of);
        limits.unshift(state);
        if (value > requestsPerMinute) {
          release();
          return {
            outcome: "rate_limited",
            limits,
            reached: state,
            retryAfterSeconds: Math.max(1, state.resetSeconds),
          };
        }
      }
      if (requestsPerMonth !== null) {
        const nowMs = now();
        const value = await months.add(accountId, nowMs);
        const state = monthState(requestsPerMonth, value, nowMs, of);
        limits.push(state);
        if (value > requestsPerMonth) {
          release();
          await months.refund(accountId, nowMs);
          return { outcome: "quota_exceeded", limits, reached: state, retryAfterSeconds: state.resetSeconds };
        }
      }
      return { outcome: "admitted", limits, release };
    } catch (error) {
      release();
      throw error;
    }
  };

  const state: Limits["state"] = async (accountId, plan) => {
    const { concurrentRequests, requestsPerMinute, requestsPerMonth } = plan;
    const limits: LimitState[] = [];
    if (requestsPerMinute !== null) {
      const count = await minutes.get(accountId);
      limits.push(minuteState(requestsPerMinute, count?.value ?? 0, count?.resetMs ?? 0, usual));
    }
    if (concurrentRequests !== null) limits.push(concurrentState(accountId, concurrentRequests, usual));
    if (requestsPerMonth !== null) {
      limits.push(monthState(requestsPerMonth, await months.get(accountId, now()), now(), usual));
    }
    return limits;
  };

  const refundMonth: Limits["refundMonth"] = async (accountId, { requestsPerMonth }, count) => {
    if (requestsPerMonth !== null && count > 0) await months.refund(accountId, now(), count);
  };

  const takeOfMonth: Limits["takeOfMonth"] = async (accountId, plan, count) => {
    const { requestsPerMonth } = plan;
    if (requestsPerMonth === null) return count;
    const value = await months.add(accountId, now(), count);
    const over = Math.min(count, Math.max(0, value - requestsPerMonth));
    await refundMonth(accountId, plan, over);
    return count - over;
  };

  const usedOfMonth: Limits["usedOfMonth"] = (accountId) => months.known(accountId, now());

  return { admit, state, takeOfMonth, refundMonth, usedOfMonth };
}

export function minuteState(quota: number, used: number, resetMs: number, of: LimitOwner): LimitState {
  // After the clock was set back it could exceed a minute.
  const resetSeconds = Math.min(minuteSeconds, Math.ceil(resetMs / 1000));
  return {
    name: "minute",
    of,
    quota,
    remaining: Math.max(0, quota - used),
    windowSeconds: minuteSeconds,
    resetSeconds,
  };
}

function monthState(quota: number, used: number, nowMs: number, of: LimitOwner): LimitState {
  const endMs = monthEndMs(nowMs);
  return {
    name: "month",
    of,
    quota,
    remaining: Math.max(0, quota - used),
    windowSeconds: (endMs - monthStartMs(nowMs)) / 1000,
    resetSeconds: Math.max(1, Math.ceil((endMs - nowMs) / 1000)),
  };
}
