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
   * Adds to the counter, which begins with this call when it is not there.
   *
   * @param lifeSeconds how long a counter that begins now lives; at most 24 days, more than `setTimeout` can wait for
   */
  add(name: string, points: number, lifeSeconds: number): Promise<Count>;
  get(name: string): Promise<Count | undefined>;
  clear(name: string): Promise<void>;
}

/**
 * Counted in Redis, by all nodes together; while Redis is away, and without Redis, in this process. What was counted here during
 * an outage stays here.
 */
export function createCounters(prefix: string, redis?: Redis): Counters {
  // `penalty` adds and never refuses, so the limiter's own points do not matter: a plan's limit is compared where it is known.
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
      // The clock went back: a counter of this process ends when its timer does, one of Redis would live as much longer. Should Redis
      // be away, the next call finds it as it is and tries again.
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
