import { randomUUID } from "node:crypto";
import { isOutage } from "../store/outage.ts";

/** Claims whose answer was lost: without this their jobs would wait for the end of their leases. */
export interface UnansweredClaims {
  /** Makes a claim with an id, by which its jobs are found if the answer is lost. */
  ask<T>(leaseSeconds: number, claim: (claimId: string) => Promise<T>): Promise<T>;
  /** Releases those claims' jobs, repeatedly until their leases end: a statement may reach the database late. */
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
