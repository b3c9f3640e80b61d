import type { Engine } from "./engine.ts";
import type { ModelSet } from "../models/model-set.ts";
import { isolationAdvice } from "./isolation-advice.ts";
import { canUnshare } from "./isolation.ts";
import { Pool } from "./pool.ts";
import type { PoolDeps, PoolLimits, PoolStatus } from "./pool.ts";
import { startWorker } from "./worker-process.ts";

export interface EngineOptions {
  readonly models: ModelSet;
  /** A core each is best. */
  readonly workers: number;
  readonly limits?: Partial<Omit<PoolLimits, "workers">>;
  /** Its workers get what of the processor nobody else wants. */
  readonly background?: boolean;
  readonly report?: PoolDeps["report"];
  readonly observe?: NonNullable<PoolDeps["observe"]>;
  readonly countDecoderFault?: NonNullable<PoolDeps["countDecoderFault"]>;
}

/**
 * Nobody waits for a face longer than some two seconds: who would is told when to come back instead. `queueLength` bounds the memory
 * of what waits. `taskMs` is what the slowest honest photo (50 megapixels) needs several times over.
 */
const defaults = { queueLength: 256, waitMs: 2_000, taskMs: 15_000 };
/** `starvedMs` is so many times `taskMs`, unless given: who waits for longer has gone. */
const starvedTimes = 2;

export interface RunningEngine extends Engine {
  readonly status: PoolStatus;
}

export interface OpenedEngine {
  /** Takes photos at once; they wait for the first worker. */
  readonly engine: RunningEngine;
  /** Settles when the first worker has its models. Rejects with EngineFault when they cannot be loaded. */
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

/** @throws EngineFault when the models cannot be loaded */
export async function createEngine(options: EngineOptions): Promise<RunningEngine> {
  const { engine, started } = openEngine(options);
  await started;
  return engine;
}
