import { homedir } from "node:os";
import { join } from "node:path";
import type { Logger } from "pino";
import { createCounters } from "./access/counters.ts";
import { createAccess } from "./access/create-access.ts";
import { prepareFirstStart } from "./access/first-start.ts";
import { createPasswords } from "./access/passwords.ts";
import { createApp } from "./app.ts";
import { createChallenges } from "./challenge/challenges.ts";
import { type Config, readConfig } from "./config.ts";
import { createEngine } from "./engine/create-engine.ts";
import { readManifest } from "./engine/manifest.ts";
import { modelPath } from "./engine/model-path.ts";
import { createDownload } from "./images/download.ts";
import { fetchModels } from "./models/fetch-models.ts";
import { ModelsError } from "./models/models-error.ts";
import { greeting, samplePhotos } from "./ops/greeting.ts";
import { createLog } from "./ops/log.ts";
import { createMetrics } from "./ops/metrics.ts";
import { startProblem } from "./ops/start-problem.ts";
import { openRedis } from "./store/redis.ts";
import { openStore } from "./store/store.ts";
import { createComparison } from "./verify/comparison.ts";

const repositoryDir = join(import.meta.dirname, "../../..");
const drainTimeoutMs = 30_000;

/** Reads the environment, starts, serves until it is told to stop, drains. @returns the exit code */
export async function main(): Promise<number> {
  const read = readConfig(process.env, process.platform, homedir());
  if (read.outcome === "invalid") return complain(read.problems);
  const { config } = read;
  const log = createLog(config.logLevel);
  const stop = stopSignal();
  let service: Service | undefined;
  try {
    service = await start(config, log);
  } catch (error) {
    if (error instanceof ModelsError) return complain([error.message]);
    log.debug({ err: error }, "could not start");
    complain([startProblem(error, config)]);
    // Workers and connections that were open by then would keep the process alive. They end with it.
    process.exit(1);
  }
  console.log(greeting(service, samplePhotos(repositoryDir, process.cwd())));

  await stop;
  setTimeout(() => {
    log.error({}, "requests did not end in time");
    process.exit(1);
  }, drainTimeoutMs).unref();
  await service.stop();
  return 0;
}

interface Service {
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly setupUrl: string | undefined;
  stop(): Promise<void>;
}

async function start(config: Config, log: Logger): Promise<Service> {
  const models = {
    manifest: readManifest(config.manifestPath),
    manifestPath: config.manifestPath,
    modelsDir: config.modelsDir,
  };
  await fetchModels(models, (line) => console.log(line));
  const report = (problem: string, cause?: unknown) => log.warn({ err: cause }, problem);
  const metrics = createMetrics(() => engine.status);
  const observe = metrics.observeStage;
  const [engine, store] = await Promise.all([
    createEngine({ models, workers: config.workers, report, observe }),
    openStore(config, log),
  ]);
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

/**
 * Resolves at the first SIGTERM or SIGINT. Another one ends the process at once, unless it comes within a second: Ctrl-C under
 * `npm start` arrives twice, from the terminal and from npm.
 */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let firstMs: number | undefined;
    const onSignal = () => {
      if (firstMs !== undefined && performance.now() - firstMs > 1000) process.exit(1);
      firstMs ??= performance.now();
      resolve();
    };
    process.on("SIGTERM", onSignal);
    process.on("SIGINT", onSignal);
  });
}

function complain(problems: readonly string[]): number {
  for (const problem of problems) console.error(problem);
  return 1;
}
