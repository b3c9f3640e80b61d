import { createTally } from "@selfsame/platform/tally";

/** Concurrent requests by account. The HTTP side of a node is one process, whatever the number of its workers. */
export interface Slots {
  /** Takes a slot. @returns its release (repeated calls do nothing), or undefined if all are taken */
  take(accountId: string, quota: number): (() => void) | undefined;
  taken(accountId: string): number;
}

export function createSlots(): Slots {
  const taken = createTally();
  return {
    taken: (accountId) => taken.of(accountId),
    take: (accountId, quota) => {
      if (taken.of(accountId) >= quota) return undefined;
      taken.add(accountId, 1);
      let held = true;
      return () => {
        if (held) taken.add(accountId, -1);
        held = false;
      };
    },
  };
}
