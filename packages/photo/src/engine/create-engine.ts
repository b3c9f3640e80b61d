import type { Engine } from "./engine.ts";
import type { ModelSet } from "../models/model-set.ts";
import { isolationAdvice } from "./isolation-advice.ts";
import { canUnshare } from "./isolation.ts";
import { Pool } from "./pool.ts";
import type { PoolDeps, PoolLimits, PoolStatus } from "./pool.ts";
import { startWorker } from "./worker-process.ts";

export interface EngineOptions {
  readonly models: ModelSet;
  /** One for each core is best. */
  readonly workers: number;
  readonly limits?: Partial<Omit<PoolLimits, "workers">>;
  /** Its workers get only processor time that is left over. */
  readonly background?: boolean;
  readonly report?: PoolDeps["report"];
  readonly observe?: NonNullable<PoolDeps["observe"]>;
  readonly countDecoderFault?: NonNullable<PoolDeps["countDecoderFault"]>;
}

/**
 * Nobody waits for a face longer than some two seconds: a request that would is told when to retry. `queueLength` bounds the memory of waiting photos.
 * `taskMs` is several times what the slowest legitimate photo (50 megapixels) needs.
 */
const defaults = { queueLength: 256, waitMs: 2_000, taskMs: 15_000 };
/** `starvedMs` defaults to this multiple of `taskMs`: callers have given up by then. */
const starvedTimes = 2;

export interface RunningEngine extends Engine {
  readonly status: PoolStatus;
}

export interface OpenedEngine {
  /** Accepts photos at once; they wait for the first worker. */
  readonly engine: RunningEngine;
  /** Settles when the first worker has its models. Rejects with EngineFault if they cannot be loaded. */
  readonly started: Promise<void>;
}

export function openEngine({
  models,
  workers,
  limits,
  background,
  report,
  observe,
  countDecoderFault,
}: EngineOptions): OpenedEngine {
  const pool = new Pool(
    { starvedMs: starvedTimes * (limits?.taskMs ?? defaults.taskMs), ...defaults, ...limits, workers },
    {
      startWorker: () => startWorker(models, background),
      report: report ?? (() => undefined),
      ...(observe ? { observe } : {}),
      ...(countDecoderFault ? { countDecoderFault } : {}),
    },
  );
  const start = async () => {
    await pool.start();
    if (!canUnshare()) report?.(isolationAdvice());
  };
  return { engine: pool, started: start() };
}

/** @throws EngineFault if the models cannot be loaded */
export async function createEngine(options: EngineOptions): Promise<RunningEngine> {
  const { engine, started } = openEngine(options);
  await started;
  return engine;
}
