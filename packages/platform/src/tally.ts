/** Amounts by name, and their sum. Names with an amount of zero are not kept. */
export interface Tally {
  readonly total: number;
  of(name: string): number;
  names(): readonly string[];
  /** @param change negative to release */
  add(name: string, change: number): void;
}

export function createTally(): Tally {
  const byName = new Map<string, number>();
  let total = 0;
  return {
    get total() {
      return total;
    },
    of: (name) => byName.get(name) ?? 0,
    names: () => [...byName.keys()],
    add: (name, change) => {
      total += change;
      const own = (byName.get(name) ?? 0) + change;
      if (own > 0) byName.set(name, own);
      else byName.delete(name);
    },
  };
}
