import { setTimeout as pause } from "node:timers/promises";

/** For tests: asks until there is an answer. What never comes ends with the test's own time-out. */
export async function until<T>(ask: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    await pause(20);
  }
}
