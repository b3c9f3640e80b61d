import { Redis } from "ioredis";
import type { Log } from "./log.ts";

/**
 * Opens the connection that nodes share limits through. Nothing waits for it: while it is not ready commands fail at once, and who
 * asked goes on without it.
 */
export function openRedis(url: string, log: Log): Redis {
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
  let shared: boolean | undefined;
  redis.on("ready", () => {
    if (shared === false) log.info({}, "Redis is back: limits are shared again");
    shared = true;
  });
  // Not "close", which comes as well when this process itself lets go.
  redis.on("reconnecting", () => {
    if (shared !== false) log.error({}, "Redis is gone: limits are counted on this node alone");
    shared = false;
  });
  // Unheard, an error would end the process; what there is to say was said above.
  redis.on("error", () => {});
  return redis;
}
