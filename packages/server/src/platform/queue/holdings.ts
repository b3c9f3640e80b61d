import { createTally } from "../tally.ts";
import type { Lane, Skipped } from "./lanes.ts";

/** How the places of one node are shared, for one kind of job. */
export interface ShareRules {
  readonly places: number;
  /**
   * For jobs that wait for what an account names: an account holds as many places as it leaves free, alone half, two a third each, so that
   * there is one for one more (as in photo/images/memory-budget.ts). Targets that are not known to answer quickly share half of the places so.
   */
  readonly leavesRoom?: boolean;
  /** For a target that is not known to answer quickly, and for any while other accounts wait. */
  readonly targetMax?: number;
}

export type Held = Pick<Lane, "account" | "target" | "standing">;

/** What a node works on, and what more it may take. */
export interface Holdings {
  readonly count: (job: Held, change: 1 | -1) => void;
  readonly mayTake: (lane: Held, othersWait: boolean) => boolean;
  readonly skipped: () => Skipped;
}

export const laneOf = ({ account, target }: Pick<Held, "account" | "target">): string => `${account}\n${target}`;

export function createHoldings({ places, leavesRoom = false, targetMax = Infinity }: ShareRules): Holdings {
  const quarter = Math.max(1, Math.floor(places / 4));
  const apartMax = places / 2;
  const all = createTally();
  const apart = createTally();
  const lanes = new Map<string, { readonly held: Held; count: number }>();

  const isApart = ({ target, standing }: Held) => leavesRoom && target !== "" && standing !== "quick";
  const targetShare = ({ target, standing }: Held, othersWait: boolean) => {
    if (target === "") return Infinity;
    if (standing === "silent") return Math.min(1, targetMax);
    return standing === "quick" && !othersWait ? Infinity : targetMax;
  };

  return {
    count: (job, change) => {
      all.add(job.account, change);
      if (isApart(job)) apart.add(job.account, change);
      const key = laneOf(job);
      const lane = lanes.get(key) ?? { held: job, count: 0 };
      lane.count += change;
      if (lane.count > 0) lanes.set(key, lane);
      else lanes.delete(key);
    },
    mayTake: (lane, othersWait) => {
      const own = all.of(lane.account);
      if (leavesRoom && own >= places - all.total) return false;
      if (othersWait && own >= quarter) return false;
      if ((lanes.get(laneOf(lane))?.count ?? 0) >= targetShare(lane, othersWait)) return false;
      return !isApart(lane) || apart.of(lane.account) < apartMax - apart.total;
    },
    skipped: () => ({
      accounts: leavesRoom ? all.names().filter((account) => all.of(account) >= places - all.total) : [],
      targets: [...lanes.values()]
        .filter(({ held, count }) => held.standing !== "quick" && count >= targetShare(held, true))
        .map(({ held }) => held),
      apart: leavesRoom && apart.total >= apartMax,
    }),
  };
}
