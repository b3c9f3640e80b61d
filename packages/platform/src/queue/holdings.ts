import { createTally } from "../tally.ts";
import type { Lane, Skipped } from "./lanes.ts";

/** How one node's places for a kind of job are shared. */
export interface ShareRules {
  readonly places: number;
  /**
   * For jobs that wait for a target named by an account: an account may use as many places as are still free, so one account gets half and two a third
   * each, and there is always room for one more (as in photo/images/memory-budget.ts). Targets that are not known to be quick share half of the places
   * in this way.
   */
  readonly leavesRoom?: boolean;
  /** Limit for a target that is not known to be quick, and for any target while other accounts wait. */
  readonly targetMax?: number;
}

export type Held = Pick<Lane, "account" | "target" | "standing">;

/** Jobs that a node holds, and what else it may take. */
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
