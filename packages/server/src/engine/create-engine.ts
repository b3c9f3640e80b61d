import type { Engine } from "./engine.ts";
import type { ModelSet } from "./messages.ts";
import { Pool } from "./pool.ts";
import type { PoolDeps, PoolLimits, PoolStatus } from "./pool.ts";
import { startWorker } from "./worker-process.ts";

export interface EngineOptions {
  readonly models: ModelSet;
  /** A core each is best. */
  readonly workers: number;
  readonly limits?: Partial<Omit<PoolLimits, "workers">>;
  readonly report?: PoolDeps["report"];
  readonly observe?: NonNullable<PoolDeps["observe"]>;
}

/**
 * Room for the two photos of a hundred verifications at once; at some 25 ms a photo and core they are done long before
 * `waitMs` is over. `taskMs` is what the slowest honest photo (50 megapixels on a busy machine) needs several times over.
 */
const defaults = { queueLength: 256, waitMs: 20_000, taskMs: 15_000 };

export interface RunningEngine extends Engine {
  readonly status: PoolStatus;
}

/** @throws EngineFault when the models cannot be loaded */
export async function createEngine({
  models,
  workers,
  limits,
  report,
  observe,
}: EngineOptions): Promise<RunningEngine> {
  const pool = new Pool(
    { ...defaults, ...limits, workers },
    { startWorker: () => startWorker(models), report: report ?? (() => undefined), ...(observe ? { observe } : {}) },
  );
  await pool.start();
  return pool;
}
