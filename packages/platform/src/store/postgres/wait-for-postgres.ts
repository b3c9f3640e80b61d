import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../log.ts";
import { isOutage } from "../outage.ts";

/** Errors that waiting does not fix: a wrong user or password, a missing database. SQLSTATE classes of the PostgreSQL manual, appendix A. */
const settled = /^(28|3D000)/;
const tryEveryMs = 500;
/** Interval at which the log reports that the start still waits. */
const sayEveryMs = 10_000;

export interface Patience {
  readonly log: Log;
  /** For the log: the database's address without the password. */
  readonly where: string;
  /** After this time the last failure is thrown. */
  readonly patienceMs: number;
  readonly now?: () => number;
}

/**
 * Runs work that needs PostgreSQL while it may still be starting, as in deployments where everything starts at once: retries refused connections,
 * unknown names, and servers that are starting or overloaded.
 * @throws what the work throws, once waiting is pointless
 */
export async function whenPostgresIsThere<T>(
  work: () => Promise<T>,
  { log, where, patienceMs, now = Date.now }: Patience,
): Promise<T> {
  const sinceMs = now();
  let saidMs: number | undefined;
  for (;;) {
    try {
      const result = await work();
      if (saidMs !== undefined) log.info({}, `${where} is there`);
      return result;
    } catch (error) {
      const waitedMs = now() - sinceMs;
      if (!passes(error) || waitedMs >= patienceMs) throw error;
      if (saidMs === undefined || now() - saidMs >= sayEveryMs) {
        const seconds = Math.ceil((patienceMs - waitedMs) / 1000);
        log.warn({ reason: reasonOf(error) }, `${where} cannot be reached yet: waiting for up to ${seconds} seconds`);
        saidMs = now();
      }
      await pause(tryEveryMs);
    }
  }
}

/** True if each address of the host failed in such a way. */
function passes(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(passes);
  return isOutage(error) && !settled.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** A code, or the driver's message if there is none; never an address with a password. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return codeOf(error) || (error instanceof Error ? error.message : "unknown");
}
