import type { Log } from "./log.ts";

/** The database cannot be reached now. What was asked may be asked again later; nothing is known of whether it was done. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/** How long the database is left alone after a failure, so that requests do not each wait for a connection to time out. */
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

/** Of SQLite: another process, or another connection, holds the lock. */
export const isBusy = (error: unknown): boolean => {
  const { errcode } = error as { readonly errcode?: unknown };
  return typeof errcode === "number" && (errcode & 0xff) === 5; // SQLITE_BUSY and what it is extended by
};

const sqliteCodes = new Set([5, 6, 13]); // SQLITE_BUSY, SQLITE_LOCKED, SQLITE_FULL

/**
 * PostgreSQL manual, appendix A. Beside them class 08 is a broken connection, 28 a password that is no longer taken, 53 a lack of resources,
 * 57P a shutdown.
 */
const postgresCodes = new Set([
  "57014", // a statement took too long
  "25006", // a replica, or a primary that has become one: nothing can be written
  "3D000", // the database is not there, as while a copy is put in its place
  "55000", // it takes no connections, as for its upkeep
]);

/** Whether the error says that the database is away, busy beyond patience, without room or shutting down: not that the query is wrong. */
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
  /** Runs the work, or fails at once while the database is being left alone. @throws StoreUnavailable */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Notices that the database is gone and that it is back, and says so once each. After a pause one piece of work goes ahead to see
 * whether it is back; what comes meanwhile does not wait for that one, which may take until its time-out.
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
        // Another process writes for long: writes fail for now, but the database is there and reads continue.
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
