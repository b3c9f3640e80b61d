import { availableParallelism, loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

/** Much longer than anything that tests wait for takes on an idle machine. */
const limitSeconds = 30;

/** Processes for each core: each takes that many times as long. Windows does not report the load. */
const slowness = () => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

type Answer<T> = T | undefined | false;

/**
 * For tests: retries until there is an answer, and throws with the source of `ask` if there is none in time. The time limit grows with the machine's
 * load.
 */
export async function until<T>(ask: () => Promise<Answer<T>> | Answer<T>, seconds = limitSeconds): Promise<T> {
  const beganMs = performance.now();
  do {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    await pause(20);
  } while (performance.now() - beganMs < seconds * 1000 * slowness());
  const waitedSeconds = Math.round((performance.now() - beganMs) / 1000);
  throw new Error(`Waited ${waitedSeconds} seconds in vain for: ${ask.toString()}`);
}
