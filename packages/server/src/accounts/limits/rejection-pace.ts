/** Rejections of an account that are answered at once; further ones follow at this rate a second. */
const burst = 100;
const perSecond = 20;
/** Longest delay of an answer: proxies and clients have time limits of their own. */
const longestMs = 2000;
/** Most accounts to remember: those whose next answer would not wait are forgotten first. */
const rememberedMax = 10_000;

const stepMs = 1000 / perSecond;

export interface RejectionPace {
  /** Delay of this account's next rejection: 0, unless there were many before. */
  delayMs(accountId: string): number;
}

/**
 * Delays rejections: a client that retries rejected requests at once on many connections would otherwise keep the process busy, and every other request
 * would wait. Spaced by the generic cell rate algorithm (ITU-T I.371).
 */
export function createRejectionPace(now: () => number = () => performance.now()): RejectionPace {
  const arrivals = new Map<string, number>();
  return {
    delayMs: (accountId) => {
      const nowMs = now();
      const dueMs = Math.max(arrivals.get(accountId) ?? 0, nowMs) + stepMs;
      const waitMs = Math.min(longestMs, Math.max(0, dueMs - nowMs - burst * stepMs));
      // Debt is capped at the longest delay: otherwise an account would still wait long after it has stopped.
      arrivals.set(accountId, Math.min(dueMs, nowMs + longestMs + burst * stepMs));
      if (arrivals.size > rememberedMax) for (const [id, atMs] of arrivals) if (atMs <= nowMs) arrivals.delete(id);
      return waitMs;
    },
  };
}
