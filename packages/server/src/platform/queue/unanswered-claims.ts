import { randomUUID } from "node:crypto";
import { isOutage } from "../store/outage.ts";

/** Claims that may have been made though the node never heard of it: their jobs would wait for the end of their leases. */
export interface UnansweredClaims {
  /** Makes a claim under an id of its own, by which its jobs are found if the answer does not come. */
  ask<T>(leaseSeconds: number, claim: (claimId: string) => Promise<T>): Promise<T>;
  /** Releases the jobs of those claims, again and again until their leases are over: a statement may reach the database late. */
  releaseJobs(release: (claimIds: readonly string[]) => Promise<void>): Promise<void>;
}

const againMs = 500;

export function createUnansweredClaims(now: () => number = () => performance.now()): UnansweredClaims {
  const untilMs = new Map<string, number>();
  let nextMs = 0;
  return {
    ask: async (leaseSeconds, claim) => {
      const claimId = randomUUID();
      try {
        return await claim(claimId);
      } catch (error) {
        if (isOutage(error)) untilMs.set(claimId, now() + leaseSeconds * 1000);
        throw error;
      }
    },
    releaseJobs: async (release) => {
      if (untilMs.size === 0 || now() < nextMs) return;
      await release([...untilMs.keys()]);
      nextMs = now() + againMs;
      for (const [claimId, endMs] of untilMs) if (endMs < now()) untilMs.delete(claimId);
    },
  };
}
