import { homedir } from "node:os";
import { join } from "node:path";
import type { Logger } from "pino";
import { type Config, readConfig } from "./config.ts";
import { createEngine } from "./engine/create-engine.ts";
import { readManifest } from "./engine/manifest.ts";
import { fetchModels } from "./models/fetch-models.ts";
import { ModelsError } from "./models/models-error.ts";
import { greeting, samplePhotos } from "./ops/greeting.ts";
import { createLog } from "./ops/log.ts";
import { createMetrics } from "./ops/metrics.ts";
import { startProblem } from "./ops/start-problem.ts";
import type { Service } from "./service.ts";

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
  // The workers load their models while this process loads the rest of its own code: a third of a second less to wait for a start.
  const [engine, { openService }] = await Promise.all([
    createEngine({ models, workers: config.workers, report, observe }),
    import("./service.ts"),
  ]);
  return openService({ config, log, models, engine, metrics });
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
