import { sql } from "kysely";
import type { Log } from "../log.ts";
import type { Store } from "../store.ts";

const everyMs = 60_000;

/**
 * Deleted data is overwritten in the database's file, but SQLite's log (WAL) keeps the earlier pages until others replace them. So once a minute the log
 * is written into the file and emptied. @returns stops it
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

/** If a reader still uses the log, as much as possible is written into the file, and the next minute empties it. */
export async function emptyLog({ db }: Pick<Store, "db">): Promise<void> {
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
}
