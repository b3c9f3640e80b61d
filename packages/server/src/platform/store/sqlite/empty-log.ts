import { sql } from "kysely";
import type { Log } from "../log.ts";
import type { Store } from "../store.ts";

const everyMs = 60_000;

/**
 * What was deleted is overwritten in the database's file, but SQLite's log (WAL) goes on holding the pages from before until others take their place. So
 * once a minute it is written into the file and emptied. @returns what ends it
 */
export function emptyLogRegularly(store: Store, log: Log): () => Promise<void> {
  if (store.kind !== "sqlite") return async () => {};
  const empty = () =>
    emptyLog(store).catch((error: unknown) => log.warn({ err: error }, "the database's log could not be emptied"));
  let emptying = empty();
  const timer = setInterval(() => {
    emptying = emptying.then(empty);
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await emptying;
  };
}

/** Where a reader still uses the log, what is possible is written into the file, and the next minute empties it. */
export async function emptyLog({ db }: Pick<Store, "db">): Promise<void> {
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
}
