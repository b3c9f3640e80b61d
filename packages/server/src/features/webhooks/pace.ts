import { type Counters, createCounters } from "../../accounts/limits/counters.ts";

/** Posts a minute, of all endpoints of an account together. */
const postsPerMinute = { live: 3000, test: 120 } as const;
const minuteMs = 60_000;

export interface Pace {
  /** Counts a post that is about to be made. @returns 0: it may be made; otherwise in how many milliseconds there is room for it */
  take(accountId: string, test: boolean): Promise<number>;
}

export function createPace(counters: Counters = createCounters("selfsame:webhooks")): Pace {
  return {
    take: async (accountId, test) => {
      const kind = test ? "test" : "live";
      const max = postsPerMinute[kind];
      const { value, resetMs } = await counters.add(`${kind} ${accountId}`, 1, minuteMs / 1000);
      if (value <= max) return 0;
      // One after the other: if all came back at once, all but a few would have to wait again.
      return Math.ceil(resetMs + ((value - max) / max) * minuteMs);
    },
  };
}
