import { type Held, type ShareRules, createHoldings, laneOf } from "./holdings.ts";
import type { Lane, Skipped, Walked } from "./lanes.ts";

/** Number of jobs to claim of a lane. */
export interface Picked {
  readonly lane: Lane;
  readonly count: number;
}

/** A node's current jobs, and whose turn is next: accounts take turns, and so do the targets of an account. */
export interface Shares {
  /** The account that had the last turn. */
  readonly after: string;
  readonly skipped: () => Skipped;
  pick(lanes: readonly Lane[], count: number): readonly Picked[];
  /** Continues the turns after this account. */
  passOver(account: string): void;
  /** A recent walk's result: if much is waiting, most claims need no walk of their own. */
  recall(): Walked | undefined;
  remember(walked: Walked): void;
  forget(): void;
  /** Records the claimed jobs: another node may have been faster, and an account without a job keeps its turn. */
  take(picked: readonly Picked[], jobs: readonly Held[]): void;
  release(job: Held): void;
}

/** How many lanes are remembered by their last service; a forgotten lane comes first. */
const servedMax = 10_000;

const knownMs = 200;

export function createShares(rules: ShareRules): Shares {
  const { count, mayTake, skipped } = createHoldings(rules);
  const served = new Map<string, number>();
  let turns = 0;
  let after = "";
  let known: { readonly walked: Walked; readonly untilMs: number } | undefined;

  const serve = (lane: Lane) => {
    const key = laneOf(lane);
    served.delete(key);
    served.set(key, ++turns);
    const [oldest] = served.keys();
    if (served.size > servedMax && oldest !== undefined) served.delete(oldest);
  };
  const lastServed = (lane: Lane) => served.get(laneOf(lane)) ?? 0;

  return {
    get after() {
      return after;
    },
    skipped,
    pick: (waiting, wanted) => {
      const byAccount = Map.groupBy(
        waiting.filter((lane) => mayTake(lane, false)),
        ({ account }) => account,
      );
      const othersWait = byAccount.size > 1;
      const order = behindOf(after, [...new Set(waiting.map(({ account }) => account))]);
      const picked = new Map<Lane, number>();
      const timesOf = (lane: Lane) => picked.get(lane) ?? 0;
      let left = wanted;
      let before: number;
      do {
        before = left;
        for (const account of order) {
          if (left === 0) break;
          const [lane] = (byAccount.get(account) ?? [])
            .filter((each) => mayTake(each, othersWait))
            .toSorted((one, other) => timesOf(one) - timesOf(other) || lastServed(one) - lastServed(other));
          if (!lane) continue;
          count(lane, 1);
          picked.set(lane, timesOf(lane) + 1);
          left--;
        }
      } while (left > 0 && left < before);
      // Counted from the claim on: another node may be faster.
      for (const [lane, times] of picked) for (let time = 0; time < times; time++) count(lane, -1);
      return [...picked].map(([lane, times]) => ({ lane, count: times }));
    },
    passOver: (account) => {
      after = account;
    },
    recall: () => (known && performance.now() < known.untilMs ? known.walked : undefined),
    remember: (walked) => {
      if (known?.walked !== walked) known = { walked, untilMs: performance.now() + knownMs };
    },
    forget: () => {
      known = undefined;
    },
    take: (picked, jobs) => {
      for (const job of jobs) count(job, 1);
      const got = new Set(jobs.map(laneOf));
      for (const { lane } of picked) {
        if (!got.has(laneOf(lane))) continue;
        serve(lane);
        after = lane.account;
      }
    },
    release: (job) => count(job, -1),
  };
}

/** The same accounts, starting after one of them. */
function behindOf(after: string, accounts: readonly string[]): readonly string[] {
  const next = accounts.indexOf(after) + 1;
  return [...accounts.slice(next), ...accounts.slice(0, next)];
}
