import { Redis } from "ioredis";
import type { Log } from "./log.ts";

/** A first connection of a machine that is busy, or one that breaks and is back, is no news. */
const defaultGraceMs = 5_000;

/**
 * Opens the connection that nodes share limits through. Nothing waits for it: while it is not ready commands fail at once, and who
 * asked goes on without it.
 *
 * @param graceMs after so long without a connection, of which at least one failed, the log says that Redis is gone
 */
export function openRedis(url: string, log: Log, graceMs = defaultGraceMs): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: 2000,
    commandTimeout: 500,
    socketTimeout: 5000,
    keepAlive: 5000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1000),
  });
  let said = false;
  let grace: NodeJS.Timeout | undefined;
  let reason: string | undefined;
  redis.on("ready", () => {
    clearTimeout(grace);
    grace = undefined;
    if (said) log.info({}, "Redis is back: limits are shared again");
    said = false;
  });
  // Not "close", which comes as well when this process itself lets go.
  redis.on("reconnecting", () => {
    if (said || grace) return;
    const say = () => {
      grace = undefined;
      said = true;
      log.warn({ reason }, "Redis is gone: limits are counted on this node alone");
    };
    grace = setTimeout(say, graceMs).unref();
  });
  redis.on("end", () => clearTimeout(grace));
  // Unheard, an error would end the process. Its code is said above, once.
  redis.on("error", (error: NodeJS.ErrnoException) => (reason = error.code ?? error.message));
  return redis;
}
