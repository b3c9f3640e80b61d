import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";

export interface Count {
  readonly value: number;
  /** Until the counter restarts. */
  readonly resetMs: number;
}

/** Counters that restart after a time. */
export interface Counters {
  /**
   * Adds to the counter, creating it if needed.
   * @param lifeSeconds lifetime of a counter created now; at most 24 days, the longest delay of `setTimeout`
   */
  add(name: string, points: number, lifeSeconds: number): Promise<Count>;
  get(name: string): Promise<Count | undefined>;
  clear(name: string): Promise<void>;
}

/** Counted in Redis by all nodes together; without Redis, or while it is away, in this process. Counts of an outage stay here. */
export function createCounters(prefix: string, redis?: Redis): Counters {
  // `penalty` only adds, so the limiter's own limit does not matter: plans are compared elsewhere.
  const local = new RateLimiterMemory({ keyPrefix: prefix, points: 1, duration: 60 });
  const limiter = redis
    ? new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: prefix,
        points: 1,
        duration: 60,
        rejectIfRedisNotReady: true,
        insuranceLimiter: local,
      })
    : local;

  return {
    add: async (name, points, lifeSeconds) => {
      const count = toCount(await limiter.penalty(name, points, { customDuration: lifeSeconds }));
      const lifeMs = lifeSeconds * 1000;
      if (count.resetMs <= lifeMs) return count;
      // The clock was set back: a counter of this process ends with its timer, one in Redis would live longer by as much. If Redis is away, the next call
      // tries again.
      await redis?.pexpire(limiter.getKey(name), lifeMs).catch(() => undefined);
      return { ...count, resetMs: lifeMs };
    },
    get: async (name) => {
      const result = await limiter.get(name);
      return result ? toCount(result) : undefined;
    },
    clear: async (name) => {
      await limiter.delete(name);
    },
  };
}

function toCount(result: { readonly consumedPoints: number; readonly msBeforeNext: number }): Count {
  return { value: result.consumedPoints, resetMs: Math.max(0, result.msBeforeNext) };
}
