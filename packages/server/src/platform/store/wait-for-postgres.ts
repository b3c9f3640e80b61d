import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "./log.ts";
import { isOutage } from "./outage.ts";

/** What waiting does not mend: a wrong user or password, a database that is not there. SQLSTATE classes of the PostgreSQL manual, appendix A. */
const settled = /^(28|3D000)/;
const tryEveryMs = 500;
/** So often the log says that the start still waits. */
const sayEveryMs = 10_000;

export interface Patience {
  readonly log: Log;
  /** For the log: what is waited for, and its address without the password. */
  readonly where: string;
  /** After so long the last failure is thrown. */
  readonly patienceMs: number;
  readonly now?: () => number;
}

/**
 * Does what needs PostgreSQL when it may still be starting, as where everything starts at once: a refused connection, a name that is not known
 * yet, a server that starts up or has no time are tried again.
 *
 * @throws what the work throws, once waiting is of no use
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

/** Of several addresses of one host each failed. */
function passes(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(passes);
  return isOutage(error) && !settled.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** A code, or the driver's own words where it has none; never an address with a password. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return codeOf(error) || (error instanceof Error ? error.message : "unknown");
}
