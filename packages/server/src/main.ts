import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import { openEngine } from "@selfsame/photo/engine/create-engine";
import { checkProviders } from "@selfsame/photo/models/check-providers";
import { readManifest } from "@selfsame/photo/models/manifest";
import { earlierRecognizers } from "@selfsame/photo/models/catalog/earlier";
import { fetchModels } from "@selfsame/photo/models/fetch-models";
import { greeting, samplePhotos } from "@selfsame/platform/ops/greeting";
import { quietGreeting } from "@selfsame/platform/ops/quiet-greeting";
import { createLog } from "@selfsame/platform/ops/log";
import { createMetrics } from "@selfsame/platform/ops/metrics";
import { type Problems, createProblems } from "@selfsame/platform/ops/problems";
import { storeProblem } from "@selfsame/platform/store/store-problem";
import { findSecretKey } from "@selfsame/platform/secrets/secret-key";
import type { Service } from "./service.ts";
import { tracingProblem } from "@selfsame/platform/tracing/registered-api";

const samplesDir = join(import.meta.dirname, "../../../samples");
const drainTimeoutMs = 30_000;

/**
 * Starts, serves until SIGTERM or SIGINT, drains.
 * @param options `quiet`: secrets of the first start go into a file and are not printed
 * @returns the exit code @throws OperatorError
 */
export async function main(config: Config, { quiet = false }: { readonly quiet?: boolean } = {}): Promise<number> {
  growLittle();
  const problems = createProblems();
  const log = createLog(config.logLevel, undefined, problems);
  const stop = stopSignal();
  let service: Service | undefined;
  try {
    const started = await Promise.race([start(config, log, problems), stop]);
    // Told to stop before there was anything to drain. What was begun ends with the process.
    if (started === undefined) process.exit(0);
    service = started;
  } catch (error) {
    log.debug({ err: error }, "could not start");
    const why = error instanceof Error ? error.message : "unknown";
    console.error(storeProblem(error, config)?.message ?? `Selfsame could not start: ${why}`);
    // Workers and connections that were open by then would keep the process alive. They end with it.
    process.exit(1);
  }
  // systemd's unit comes with a launcher in PATH, and needs no npm.
  const program = process.env["INVOCATION_ID"] === undefined ? "npx selfsame" : "selfsame";
  const samples = samplePhotos(samplesDir, process.cwd(), program);
  console.log(quiet ? await quietGreeting(service, samples, config.dataDir) : greeting(service, samples));

  await stop;
  setTimeout(
    () => {
      log.error({}, "requests did not end in time");
      process.exit(1);
    },
    config.drainSeconds * 1000 + drainTimeoutMs,
  ).unref();
  await service.stop();
  return 0;
}

/**
 * Between collections V8 lets the heap grow to twice and more of what is alive, here 45 to 120 MB of photos' traces. By three tenths, 100 MB less
 * are held, for a millisecond of processor time a verify.
 */
function growLittle(): void {
  setFlagsFromString("--heap-growing-percent=30");
}

async function start(config: Config, log: Logger, problems: Problems): Promise<Service> {
  const models = {
    manifest: readManifest(config.manifestPath),
    manifestPath: config.manifestPath,
    modelsDir: config.modelsDir,
    mirror: config.modelsMirror,
    runtime: config.runtime,
  };
  await checkProviders(config.runtime.providers);
  await fetchModels(models, (line) => console.log(line));
  const served = { ...models, earlier: earlierRecognizers(models) };
  const secretKey = await findSecretKey(config, log);
  const untraced = tracingProblem();
  if (untraced !== undefined) log.warn({}, untraced);
  const report = (problem: string, cause?: unknown) => log.warn({ err: cause }, problem);
  const metrics = createMetrics(() => engine.status);
  const { observeStage: observe, countDecoderFault } = metrics;
  // The workers load their models while this process loads the rest of its own code, and listens.
  const { engine, started } = openEngine({
    models: served,
    workers: config.workers,
    report,
    observe,
    countDecoderFault,
  });
  started.catch(() => undefined); // openService waits for it, unless something else goes wrong before
  const { openService } = await import("./service.ts");
  return openService({ config, secretKey, log, models: served, engine, started, metrics, problems });
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
