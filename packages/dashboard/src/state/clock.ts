import { signal } from "@preact/signals";

const everyMs = 20_000;

/** Incremented at regular intervals. Components that show relative times read it, so that they are rendered again. */
export const ticks = signal(0);

export function startClock(): void {
  setInterval(() => (ticks.value += 1), everyMs);
}
