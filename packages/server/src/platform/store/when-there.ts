import { setTimeout as pause } from "node:timers/promises";
import { StoreUnavailable } from "./outage.ts";

const everyMs = 1000;
const triesMax = 60;

/**
 * For what takes something back after a failure, which may be the database's own: done at once where it can be, else in the background when the database is
 * there again. What is taken back ends by itself before it is given up.
 */
export async function whenThere(work: () => Promise<void>): Promise<void> {
  if (!(await tried(work))) void retry(work);
}

async function retry(work: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < triesMax; tries++) {
    await pause(everyMs, undefined, { ref: false });
    if (await tried(work)) return;
  }
}

/** @returns false where the database is away */
async function tried(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof StoreUnavailable) return false;
    throw error;
  }
}
