import { setTimeout as pause } from "node:timers/promises";
import { StoreUnavailable } from "./outage.ts";

const everyMs = 1000;
const triesMax = 60;

/**
 * For undoing something after a failure, possibly the database's own: runs at once if possible, otherwise in the background when the database is back.
 * What is undone also expires by itself, so it may be given up.
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

/** @returns false if the database is away */
async function tried(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof StoreUnavailable) return false;
    throw error;
  }
}
