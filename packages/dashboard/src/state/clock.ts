import { signal } from "@preact/signals";

const everyMs = 20_000;

/** Counts up now and then. What says how long ago something was reads it, and so is drawn anew. */
export const ticks = signal(0);

export function startClock(): void {
  setInterval(() => (ticks.value += 1), everyMs);
}
