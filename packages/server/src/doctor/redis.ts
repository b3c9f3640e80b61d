import { Redis } from "ioredis";
import type { Config } from "../config.ts";
import { clockFinding } from "./clock.ts";
import { ok, problem } from "./finding.ts";
import type { Finding } from "./finding.ts";

export async function checkRedis({ redisUrl }: Config): Promise<Finding> {
  if (redisUrl === undefined) return ok("none: limits are counted on this node alone");
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: 5000,
    commandTimeout: 5000,
    retryStrategy: () => null,
  });
  // The failed connect below says the same.
  redis.on("error", () => {});
  try {
    await redis.connect();
    const version = /^redis_version:(\S+)/m.exec(await redis.info("server"))?.[1] ?? "unknown";
    const [seconds = 0, micros = 0] = (await redis.time()).map(Number);
    const apart = clockFinding(seconds * 1000 + micros / 1000, Date.now(), "Redis");
    const [major = 0, minor = 0] = version.split(".").map(Number);
    if (major < 6 || (major === 6 && minor < 2)) return problem(`Redis ${version}: 6.2 or newer is needed`);
    return apart.state === "ok" ? ok(`Redis ${version}, ${apart.says}`) : apart;
  } catch {
    const { host } = new URL(redisUrl);
    return problem(
      `Redis at ${host} (REDIS_URL) cannot be reached, or refuses the password: limits would be counted on each node alone`,
    );
  } finally {
    redis.disconnect();
  }
}
