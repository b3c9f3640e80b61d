import type { Config } from "@selfsame/server/config";
import { ok, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";

/** The usual idle timeout of AWS, nginx and other load balancers; a longer one cannot be detected here. */
const usualBalancerSeconds = 60;

/** Checks for settings that do not fit together. Invalid settings are rejected before the checkup. */
export function checkSettings(config: Config): Finding {
  const odd = [
    config.databaseUrl !== undefined && config.redis === undefined
      ? "DATABASE_URL without REDIS_URL: each node counts limits alone"
      : undefined,
    config.databaseUrl !== undefined && config.secretKey === undefined
      ? "SELFSAME_SECRET_KEY is not set: secrets are sealed with the database's password"
      : undefined,
    config.publicUrl?.startsWith("https:") && config.trustedProxies.length === 0
      ? "SELFSAME_PUBLIC_URL is https, and SELFSAME_TRUSTED_PROXIES names no proxy: callers seem to have its address"
      : undefined,
    config.allowPrivateWebhooks && config.allowedDomains.length === 0
      ? "SELFSAME_ALLOW_PRIVATE_WEBHOOKS is on, and SELFSAME_ALLOWED_DOMAINS names no host: webhooks go to public hosts only"
      : undefined,
    config.keepAliveSeconds < usualBalancerSeconds
      ? `SELFSAME_KEEP_ALIVE_SECONDS is ${config.keepAliveSeconds}: balancers keep idle connections for ${usualBalancerSeconds} and send requests into those that the service closes (502)`
      : undefined,
  ].filter((one) => one !== undefined);
  if (odd.length > 0) return warning(odd.join("; "));
  const metrics = metricsText(config.metrics);
  return ok(
    `listens on ${config.host}:${config.port}, ${metrics}, data in ${config.dataDir}, ${config.workers} workers`,
  );
}

function metricsText(place: Config["metrics"]): string {
  if (place.at === "address") return `metrics on ${place.host}:${place.port}`;
  return place.at === "port" ? "metrics too" : "metrics nowhere";
}
