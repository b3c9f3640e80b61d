import { availableParallelism, loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

/** Much longer than anything takes that tests wait for, on a machine that has nothing else to do. */
const limitSeconds = 30;

/** How many processes share a core: each of them takes so many times as long. Windows does not know it. */
const slowness = () => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

type Answer<T> = T | undefined | false;

/** For tests: asks until there is an answer, and throws what it asked when there is none in time. Under load there is more of it. */
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
