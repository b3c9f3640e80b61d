import { hostname } from "node:os";
import manifest from "../../package.json" with { type: "json" };
import { createAlertOnce } from "../features/alerts/alert-once.ts";
import { createMonthWatch } from "../features/alerts/limit-near.ts";
import { openBackground } from "../background.ts";
import { createAccess } from "../create-access.ts";
import { newId } from "@selfsame/platform/ids/ids";
import { createCounters } from "../accounts/limits/counters.ts";
import { createLimitNotice } from "../accounts/limits/limit-notice.ts";
import { registerDependencyMetrics } from "@selfsame/platform/ops/dependency-metrics";
import { joinNodes } from "@selfsame/platform/ops/nodes";
import { createRequestLog } from "../features/request-log/request-log.ts";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { watchDisk } from "@selfsame/platform/store/disk";
import { openStore } from "@selfsame/platform/store/store";
import type { ServiceParts, Start } from "./parts.ts";

export type Foundation = Awaited<ReturnType<typeof openFoundation>>;

/** Foundation of all features: the store, the queue, Redis, callers and their limits, this node among others. */
export async function openFoundation(
  { config, secretKey, log, engine, metrics, problems }: ServiceParts,
  start: Start,
) {
  const { registry } = metrics;
  const store = await start(() => openStore(config, log));
  const seal = createSeal(secretKey);
  const background = openBackground({ store, seal, registry, log });
  // Modules that only some installations need are loaded on use: half of all modules.
  const redis =
    config.redis === undefined
      ? undefined
      : (await import("@selfsame/platform/store/redis")).openRedis(config.redis, log);
  const monthReached = createLimitNotice({ store, events: background.events, log });
  const alertOnce = createAlertOnce(store, background.events, Date.now);
  const disk = watchDisk({ folder: config.dataDir, leastFreeBytes: config.minFreeBytes, log });
  const access = createAccess({
    store,
    redis,
    plans: config.plans,
    disk,
    log,
    kept: config,
    monthReached,
    watchMonth: createMonthWatch(alertOnce, log),
  });
  registerDependencyMetrics(registry, { health: () => access.health(), redis, disk });
  const node = newId("nd");
  const state = () => ({
    ...engine.status,
    ownMemoryBytes: process.memoryUsage.rss(),
    problems: problems.list(),
  });
  const nodes = joinNodes({ store, log, id: node, host: hostname(), version: manifest.version, state });
  const requestLog = createRequestLog({ store, log, node, registry, days: config.requestLogDays });
  const counters = (name: string) => createCounters(`selfsame:${name}`, redis);
  return { store, seal, background, redis, counters, access, monthReached, alertOnce, node, nodes, requestLog };
}
