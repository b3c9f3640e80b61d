import type { Log } from "./log.ts";

/** The database cannot be reached now. Retry later; it is unknown whether the work was done. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/** Pause after a failure, so that requests do not all wait for a connection to time out. */
const pauseMs = 1000;

const socketCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** SQLite: another process or connection holds the lock. */
export const isBusy = (error: unknown): boolean => {
  const { errcode } = error as { readonly errcode?: unknown };
  return typeof errcode === "number" && (errcode & 0xff) === 5; // SQLITE_BUSY and what it is extended by
};

const sqliteCodes = new Set([5, 6, 13]); // SQLITE_BUSY, SQLITE_LOCKED, SQLITE_FULL

/** Error codes (PostgreSQL manual, appendix A). In addition class 08 is a broken connection, 28 a rejected password, 53 a lack of resources, 57P a shutdown. */
const postgresCodes = new Set([
  "57014", // a statement took too long
  "25006", // a replica, or a primary that has become one: nothing can be written
  "3D000", // the database is not there, as while a copy is put in its place
  "55000", // it takes no connections, as for its upkeep
]);

/** Whether the error means that the database is away, overloaded, out of space or shutting down, as opposed to a wrong query. */
export function isOutage(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true;
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof errcode === "number") return sqliteCodes.has(errcode & 0xff);
  if (typeof code === "string") {
    return socketCodes.has(code) || /^(08|28|53|57P)/.test(code) || postgresCodes.has(code);
  }
  return /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/.test(
    error.message,
  );
}

export interface OutageGuard {
  /** Runs the work, or fails at once during a pause. @throws StoreUnavailable */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Detects when the database goes away and returns, and logs each once. After a pause one piece of work tries; others do not wait for it, since it may
 * take until its time limit.
 */
export function createOutageGuard(log: Log, now: () => number): OutageGuard {
  let awayUntilMs: number | undefined;
  let trying = false;

  return {
    run: async (work) => {
      const away = awayUntilMs !== undefined;
      if (awayUntilMs !== undefined && (trying || now() < awayUntilMs)) throw new StoreUnavailable();
      trying = away;
      try {
        const result = await work();
        if (awayUntilMs !== undefined) log.info({}, "the database is back");
        awayUntilMs = undefined;
        return result;
      } catch (error) {
        if (!isOutage(error)) throw error;
        // Another process writes for long: writes fail for now, but the database is reachable and reads continue.
        if (isBusy(error))
          throw new StoreUnavailable("another process holds the database's write lock", { cause: error });
        if (awayUntilMs === undefined) log.error({ err: error }, "the database cannot be reached");
        awayUntilMs = now() + pauseMs;
        throw new StoreUnavailable("the database cannot be reached", { cause: error });
      } finally {
        if (away) trying = false;
      }
    },
  };
}
