import type { Clock } from "../clock.ts";

/** A clock whose sleeps return immediately and are recorded. `random` always returns the same number. */
export function fakeClock(random = 0.5): Clock & { readonly sleptMs: readonly number[] } {
  const sleptMs: number[] = [];
  let nowMs = Date.UTC(2026, 0, 1);
  return {
    sleptMs,
    now: () => nowMs,
    random: () => random,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      sleptMs.push(ms);
      nowMs += ms;
    },
  };
}
