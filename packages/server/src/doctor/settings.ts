import type { Config } from "../config.ts";
import { ok, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";

/** They could be read, or there would be no checkup: what is left is what fits badly together. */
export function checkSettings(config: Config): Finding {
  const odd = [
    config.databaseUrl !== undefined && config.redisUrl === undefined
      ? "DATABASE_URL without REDIS_URL: each node counts limits alone"
      : undefined,
    config.databaseUrl !== undefined && config.secretKey === undefined
      ? "SELFSAME_SECRET_KEY is not set: secrets are sealed with the database's password"
      : undefined,
    config.publicUrl?.startsWith("https:") && config.trustedProxies.length === 0
      ? "SELFSAME_PUBLIC_URL is https, and SELFSAME_TRUSTED_PROXIES names no proxy: callers seem to have its address"
      : undefined,
  ].filter((one) => one !== undefined);
  if (odd.length > 0) return warning(odd.join("; "));
  return ok(`listens on ${config.host}:${config.port}, data in ${config.dataDir}, ${config.workers} workers`);
}
