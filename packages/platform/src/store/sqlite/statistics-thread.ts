/** The thread of statistics.ts: gathers statistics once, then ends. */
import { parentPort, workerData } from "node:worker_threads";
import { DatabaseSync } from "node:sqlite";
import { gatherStatistics } from "./gather-statistics.ts";

/** Another connection may be writing. */
const lockWaitMs = 5000;

const database = new DatabaseSync((workerData as { readonly file: string }).file, { timeout: lockWaitMs });
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(gatherStatistics(database));
database.close();
