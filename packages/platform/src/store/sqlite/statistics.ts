import { once } from "node:events";
import { extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { withCodeCache } from "../../question-thread.ts";
import { databaseFile } from "../data-folder.ts";
import type { Log } from "../log.ts";
import type { Store } from "../store.ts";

const everyMs = 3600_000;

/**
 * Without statistics SQLite's planner guesses, and guesses wrong for an account with most of the rows. PostgreSQL gathers its own. Runs hourly and on
 * shutdown, so that a service that runs only for minutes has them the next time. @returns stops it
 */
export function gatherRegularly(store: Store, log: Log): () => Promise<void> {
  if (store.kind !== "sqlite") return async () => {};
  const gather = () =>
    gatherOnThread(store).catch((error: unknown) =>
      log.warn({ err: error }, "the database's statistics could not be brought up to date"),
    );
  let gathering = Promise.resolve();
  const next = () => {
    gathering = gathering.then(gather);
    return gathering;
  };
  const timer = setInterval(next, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await next();
  };
}

/** On a thread: tables of a million rows take half a second. */
async function gatherOnThread({ dataDir }: Pick<Store, "dataDir">): Promise<void> {
  const thread = new Worker(join(import.meta.dirname, `statistics-thread${extname(import.meta.filename)}`), {
    env: withCodeCache(),
    workerData: { file: databaseFile(dataDir) },
  });
  await once(thread, "exit");
}
