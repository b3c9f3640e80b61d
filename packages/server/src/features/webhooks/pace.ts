import { type Counters, createCounters } from "../../accounts/limits/counters.ts";

/** Posts a minute, of all endpoints of an account together. */
const postsPerMinute = { live: 3000, test: 120 } as const;
const minuteMs = 60_000;

export interface Pace {
  /** Counts an upcoming post. @returns 0 if it may be made now; otherwise milliseconds until there is room */
  take(accountId: string, test: boolean): Promise<number>;
}

export function createPace(counters: Counters = createCounters("selfsame:webhooks")): Pace {
  return {
    take: async (accountId, test) => {
      const kind = test ? "test" : "live";
      const max = postsPerMinute[kind];
      const { value, resetMs } = await counters.add(`${kind} ${accountId}`, 1, minuteMs / 1000);
      if (value <= max) return 0;
      // Staggered: if all retried at once, most would have to wait again.
      return Math.ceil(resetMs + ((value - max) / max) * minuteMs);
    },
  };
}
