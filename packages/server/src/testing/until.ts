import { setTimeout as pause } from "node:timers/promises";

/** Much longer than anything takes that tests wait for, on two cores that have other things to do. */
const limitSeconds = 30;

type Answer<T> = T | undefined | false;

/** For tests: asks until there is an answer, and throws what it asked when there is none in time. */
export async function until<T>(ask: () => Promise<Answer<T>> | Answer<T>, seconds = limitSeconds): Promise<T> {
  const endsMs = performance.now() + seconds * 1000;
  do {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    await pause(20);
  } while (performance.now() < endsMs);
  throw new Error(`Waited ${seconds} seconds in vain for: ${ask.toString()}`);
}
