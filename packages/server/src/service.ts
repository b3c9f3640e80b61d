import type { Logger } from "pino";
import { createCounters } from "./access/counters.ts";
import { createAccess } from "./access/create-access.ts";
import { prepareFirstStart } from "./access/first-start.ts";
import { createPasswords } from "./access/passwords.ts";
import { createApp } from "./app.ts";
import { createChallenges } from "./challenge/challenges.ts";
import type { Config } from "./config.ts";
import type { RunningEngine } from "./engine/create-engine.ts";
import type { ModelSet } from "./engine/messages.ts";
import { modelPath } from "./engine/model-path.ts";
import { createDownload } from "./images/download.ts";
import type { Metrics } from "./ops/metrics.ts";
import { openRedis } from "./store/redis.ts";
import { openStore } from "./store/store.ts";
import { createComparison } from "./verify/comparison.ts";

/** The service as it runs. */
export interface Service {
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly setupUrl: string | undefined;
  stop(): Promise<void>;
}

export interface ServiceParts {
  readonly config: Config;
  readonly log: Logger;
  readonly models: ModelSet;
  readonly engine: RunningEngine;
  readonly metrics: Metrics;
}

/** Opens what is kept, wires everything together and listens. */
export async function openService({ config, log, models, engine, metrics }: ServiceParts): Promise<Service> {
  const store = await openStore(config, log);
  const redis = config.redisUrl === undefined ? undefined : openRedis(config.redisUrl, log);
  const access = createAccess({ store, redis, plans: config.plans, log });

  const comparison = createComparison(models.manifest);
  let url = config.publicUrl ?? "";
  let stopping = false;
  const app = await createApp({
    engine,
    manifest: models.manifest,
    camera: {
      manifest: models.manifest,
      pathOf: (entry) => modelPath(entry, models.manifestPath, models.modelsDir),
    },
    comparison,
    challenges: createChallenges({ store, engine, comparison, manifest: models.manifest }),
    download: createDownload({
      allowedDomains: config.allowedDomains,
      allowPrivate: config.allowPrivateDownloads,
    }),
    access,
    dashboard: {
      store,
      access,
      passwords: createPasswords(),
      attempts: createCounters("selfsame:sign-in", redis),
      plans: config.plans,
      globalDomains: config.allowedDomains,
      now: Date.now,
    },
    trustedProxies: config.trustedProxies,
    metrics,
    health: { engine: () => ({ ...engine.status, stopping }), access: () => access.health() },
    log,
    publicUrl: () => url,
  });
  const address = await app.listen({ host: config.host, port: config.port });
  url ||= address;
  // Last: a key that is made by a start that fails would never be shown.
  const first = await prepareFirstStart(store, config.apiKey);
  return {
    url,
    apiKey: first.apiKey,
    setupUrl: first.setupPath === undefined ? undefined : url + first.setupPath,
    // From the outside in: no new requests, then what those that are running need.
    stop: async () => {
      stopping = true;
      await app.close();
      await engine.stop();
      await access.stop();
      redis?.disconnect();
      await store.close();
    },
  };
}
