import type { MeasuredQueue, QueueDepth } from "../queue/queue.ts";
import { StoreUnavailable } from "../store/outage.ts";

/** `late`: urgent jobs have waited for minutes, so there are too few workers or none. */
export type JobsHealth = "ok" | "late" | "unavailable";

const askedAgainMs = 5_000;
const lateSeconds = 300;
/** Not urgent: waits for earlier batches. */
const patient = new Set(["batch_group"]);

/** Every probe of every node asks; the database is queried at most every few seconds. @param now monotonic milliseconds */
export function createJobsHealth(
  queue: Pick<MeasuredQueue, "depths">,
  now: () => number = () => performance.now(),
): () => Promise<JobsHealth> {
  let asked: { readonly atMs: number; readonly answer: Promise<JobsHealth> } | undefined;
  return () => {
    if (asked === undefined || now() - asked.atMs >= askedAgainMs) asked = { atMs: now(), answer: readHealth(queue) };
    return asked.answer;
  };
}

async function readHealth(queue: Pick<MeasuredQueue, "depths">): Promise<JobsHealth> {
  try {
    return (await queue.depths()).some(isLate) ? "late" : "ok";
  } catch (error) {
    if (error instanceof StoreUnavailable) return "unavailable";
    throw error;
  }
}

export const isLate = ({ name, ready, oldestSeconds }: QueueDepth): boolean =>
  !patient.has(name) && ready > 0 && oldestSeconds >= lateSeconds;
