import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { listenProblem } from "./listen-problem.ts";
import { localUrl } from "@selfsame/platform/ops/local-url";
import { isLoopback } from "@selfsame/platform/outbound/is-loopback";
import { openMetricsServer } from "@selfsame/platform/ops/metrics-server";
import { prepareFirstStart } from "./accounts/people/first-start.ts";
import type { Phase } from "@selfsame/platform/ops/health";
import { appDeps } from "./service/app-deps.ts";
import { createFeatures } from "./service/features.ts";
import { openFoundation } from "./service/foundation.ts";
import type { ServiceParts, Start } from "./service/parts.ts";
import { startJobs } from "./service/start-jobs.ts";
import { whenPostgresIsThere } from "@selfsame/platform/store/postgres/wait-for-postgres";

/** The service as it runs. */
export interface Service {
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly setupUrl: string | undefined;
  /** Where /metrics is, when that has an address of its own. */
  readonly metricsUrl: string | undefined;
  /** @param pause between the moment from which on the readiness check fails and the one when the port closes */
  stop(pause?: (ms: number) => Promise<unknown>): Promise<void>;
}

/**
 * Opens the store, wires everything together and listens, while the models are still being loaded: /health/ready says when they are.
 * @returns when it is ready
 */
export async function openService(parts: ServiceParts): Promise<Service> {
  const { config, log, engine, metrics } = parts;
  const start = startOf(config, log);
  const foundation = await openFoundation(parts, start);
  const { store, access } = foundation;
  let url = config.publicUrl ?? "";
  const features = await createFeatures(parts, foundation, start, () => url);
  let phase: Phase = "starting";
  const app = await createApp(appDeps(parts, foundation, features, { url: () => url, phase: () => phase }));
  const { host, port } = config;
  await app.listen({ host, port }).catch((error: unknown) => {
    throw listenProblem(error, config) ?? error;
  });
  reportUnnamedHost(config, log);
  const metricsServer =
    config.metrics.at === "address" ? await openMetricsServer(metrics.registry, config.metrics, log) : undefined;
  // With port 0 it is known now.
  url ||= localUrl(host, (app.server.address() as AddressInfo).port);
  await parts.started;
  // Last: a key that is made by a start that fails would never be shown.
  const first = await start(() => prepareFirstStart(store, config.apiKey));
  access.callers.forget();
  phase = "serving";
  const stopJobs = startJobs(parts, foundation, features, () => url);
  return {
    url,
    apiKey: first.apiKey,
    setupUrl: first.setupPath === undefined ? undefined : url + first.setupPath,
    metricsUrl: metricsServer?.url,
    // From the outside in: no new requests, then what those that are running need.
    stop: async (pause = setTimeout) => {
      phase = "stopping";
      // A load balancer needs a moment to see that this node is not ready any more.
      const closed = pause(config.drainSeconds * 1000).then(() => app.close());
      await Promise.all([closed, stopJobs()]);
      await Promise.all([engine.stop(), features.batchEngine.stop(), features.documents.stop()]);
      await Promise.all([foundation.requestLog.stop(), foundation.nodes.stop()]);
      await access.stop();
      await metricsServer?.close();
      foundation.redis?.disconnect();
      await store.close();
    },
  };
}

/** Who can point a name at the service can then show its dashboard under that name. On the machine itself that is nobody's but the user's. */
function reportUnnamedHost({ publicUrl, host }: Config, log: Logger): void {
  if (publicUrl !== undefined) return;
  const text =
    "SELFSAME_PUBLIC_URL is not set: the dashboard accepts changes from pages at any host that a request names";
  if (isLoopback(host)) log.info({ host }, text);
  else log.warn({ host }, text);
}

/** SQLite is there or it is not; a server may come later than this process. */
function startOf({ databaseUrl, databaseWaitSeconds }: Config, log: Logger): Start {
  if (databaseUrl === undefined) return (work) => work();
  const { hostname, port } = new URL(databaseUrl);
  const where = `PostgreSQL at ${hostname}:${port || "5432"} (DATABASE_URL)`;
  return (work) => whenPostgresIsThere(work, { log, where, patienceMs: databaseWaitSeconds * 1000 });
}
