import type { Walked } from "./lanes.ts";
import type { ClaimedJob } from "./queue.ts";
import type { Picked, Shares } from "./shares.ts";

export interface Turns {
  readonly walk: (shares: Shares) => Promise<Walked>;
  /** Claims those jobs that no other node has claimed first. */
  readonly claim: (picked: readonly Picked[]) => Promise<readonly ClaimedJob[]>;
}

/** Limits a claim's time if very many lanes have nothing for this node. */
const roundsMax = 20;

/** Claims jobs until the places are used or nothing is due. */
export async function claimByTurns(count: number, shares: Shares, turns: Turns): Promise<readonly ClaimedJob[]> {
  const claimed: ClaimedJob[] = [];
  for (let round = 0; round < roundsMax && claimed.length < count; round++) {
    const found = await claimRound(count - claimed.length, shares, turns).catch((error: unknown) => {
      // Jobs of earlier rounds are already claimed by this node, which must run them.
      if (claimed.length === 0) throw error;
      return undefined;
    });
    if (found === undefined) break;
    claimed.push(...found);
  }
  return claimed;
}

/** @returns undefined if there is nothing more to claim */
async function claimRound(count: number, shares: Shares, { walk, claim }: Turns) {
  const recalled = shares.recall();
  const walked = recalled ?? (await walk(shares));
  const picked = shares.pick(walked.lanes, count);
  if (picked.length > 0) {
    const jobs = await claim(picked);
    shares.take(picked, jobs);
    const asked = picked.reduce((sum, lane) => sum + lane.count, 0);
    if (jobs.length === asked) shares.remember(walked);
    else shares.forget();
    return jobs;
  }
  shares.forget();
  if (recalled) return [];
  if (walked.stoppedAt === undefined) return undefined;
  shares.passOver(walked.stoppedAt);
  return [];
}
