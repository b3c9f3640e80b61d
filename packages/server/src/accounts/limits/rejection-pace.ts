/** So many rejections of an account are answered at once, and after them so many a second. */
const burst = 100;
const perSecond = 20;
/** No answer waits longer: proxies and clients have time-outs of their own. */
const longestMs = 2000;
/** Accounts that are remembered, at most: those whose next answer would not wait are forgotten first. */
const rememberedMax = 10_000;

const stepMs = 1000 / perSecond;

export interface RejectionPace {
  /** How long the answer that rejects a request of this account waits: not at all, unless there were many before. */
  delayMs(accountId: string): number;
}

/**
 * Who sends a rejected request again at once, on many connections, would otherwise keep the process busy with rejections, and every other request would
 * wait for them. Spaced as by the generic cell rate algorithm (ITU-T I.371).
 */
export function createRejectionPace(now: () => number = () => performance.now()): RejectionPace {
  const arrivals = new Map<string, number>();
  return {
    delayMs: (accountId) => {
      const nowMs = now();
      const dueMs = Math.max(arrivals.get(accountId) ?? 0, nowMs) + stepMs;
      const waitMs = Math.min(longestMs, Math.max(0, dueMs - nowMs - burst * stepMs));
      // Beyond the longest wait nothing is owed: or an account would still wait long after it has stopped.
      arrivals.set(accountId, Math.min(dueMs, nowMs + longestMs + burst * stepMs));
      if (arrivals.size > rememberedMax) for (const [id, atMs] of arrivals) if (atMs <= nowMs) arrivals.delete(id);
      return waitMs;
    },
  };
}
