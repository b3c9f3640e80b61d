import { setImmediate as nextTurn } from "node:timers/promises";

/** About a millisecond of work. */
const slice = 200;

/** Like `map` for long lists: releases the event loop between slices. */
export async function mapInSlices<T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += slice) {
    if (from > 0) await nextTurn();
    for (const item of items.slice(from, from + slice)) results.push(work(item));
  }
  return results;
}
