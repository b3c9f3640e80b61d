/** Requests in work at this moment, by account. The HTTP side of a node is one process, whatever the number of its workers. */
export interface Slots {
  /** Takes a slot. @returns what gives it back (calling it again does nothing), or undefined when all are taken */
  take(accountId: string, quota: number): (() => void) | undefined;
  taken(accountId: string): number;
}

export function createSlots(): Slots {
  const taken = new Map<string, number>();

  const giveBack = (accountId: string) => {
    const left = (taken.get(accountId) ?? 0) - 1;
    if (left > 0) taken.set(accountId, left);
    else taken.delete(accountId);
  };

  return {
    taken: (accountId) => taken.get(accountId) ?? 0,
    take: (accountId, quota) => {
      const before = taken.get(accountId) ?? 0;
      if (before >= quota) return undefined;
      taken.set(accountId, before + 1);
      let held = true;
      return () => {
        if (held) giveBack(accountId);
        held = false;
      };
    },
  };
}
