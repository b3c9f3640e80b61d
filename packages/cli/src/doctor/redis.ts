import { Redis } from "ioredis";
import type { Config } from "@selfsame/server/config";
import { redisOptions } from "@selfsame/platform/store/redis";
import { clockFinding } from "./clock.ts";
import { ok, problem } from "./finding.ts";
import type { Finding } from "./finding.ts";

const never = () => null;

/** Connects as the service does, and writes a key. */
export async function checkRedis({ redis: place }: Config): Promise<Finding> {
  if (place === undefined) return ok("none: limits are counted on this node alone");
  const once = { lazyConnect: true, connectTimeout: 5000, commandTimeout: 5000, retryStrategy: never };
  const redis = new Redis(Object.assign(redisOptions(place), { ...once, sentinelRetryStrategy: never }));
  // The reason of a failed connection: the call's own error only states that it is closed.
  let reason: unknown;
  redis.on("error", (error) => (reason = error));
  try {
    await redis.connect();
    await redis.set("selfsame:doctor", "1", "PX", 1000);
    const version = /^redis_version:(\S+)/m.exec(await redis.info("server"))?.[1] ?? "unknown";
    const [seconds = 0, micros = 0] = (await redis.time()).map(Number);
    const apart = clockFinding(seconds * 1000 + micros / 1000, Date.now(), "Redis");
    const [major = 0, minor = 0] = version.split(".").map(Number);
    if (major < 6 || (major === 6 && minor < 2)) return problem(`Redis ${version}: 6.2 or newer is needed`);
    return apart.state === "ok" ? ok(`Redis ${version}, takes writes, ${apart.says}`) : apart;
  } catch (error) {
    const { host } = new URL(place.url);
    return problem(
      `Redis at ${host} (REDIS_URL) ${whyUnusable(reason ?? error)}: limits would be counted on each node alone`,
    );
  } finally {
    redis.disconnect();
  }
}

/** Classifies an error by the first word of the server's response, or by its code if there was no response. */
function whyUnusable(error: unknown): string {
  const { code, message = "" } = error as { readonly code?: string; readonly message?: string };
  const [word = ""] = /^[A-Z]+\b/.exec(message) ?? [];
  if (word === "READONLY" || word === "MASTERDOWN")
    return "is a replica and takes no writes; name the primary, or use SELFSAME_REDIS_SENTINELS";
  if (["MOVED", "ASK", "CLUSTERDOWN", "CROSSSLOT"].includes(word))
    return "is a node of a Redis Cluster, which is not supported; use a single Redis, or one with sentinels";
  if (["NOAUTH", "WRONGPASS", "NOPERM"].includes(word))
    return "rejects the user or the password, or does not let it write keys that begin with selfsame:";
  if (word === "OOM" || word === "MISCONF") return `takes no writes (${word}): its memory or its disk is full`;
  if (code !== undefined && /CERT|SIGNED|ISSUER|VERIFY/.test(code))
    return `has a certificate that this machine does not trust (${code}); name its authority in SELFSAME_REDIS_CA`;
  if (message.includes("sentinel")) return "is not known to any of the sentinels, or none of them can be reached";
  return "cannot be reached";
}
