import { after } from "node:test";
import { createEngine, type RunningEngine } from "../../src/engine/create-engine.ts";
import { testModels } from "./test-models.ts";

let opened: Promise<RunningEngine> | undefined;
after(async () => (await opened)?.stop());

/** One worker for all tests of this process, since loading its models takes a second. It never rejects a request as busy. */
export async function sharedEngine(): Promise<RunningEngine> {
  opened ??= testModels().then((models) =>
    createEngine({ models, workers: 1, limits: { waitMs: 120_000, taskMs: 120_000 } }),
  );
  const engine = await opened;
  return {
    get status() {
      return engine.status;
    },
    analyze: (...photo) => engine.analyze(...photo),
    requireRoom: (...photos) => engine.requireRoom(...photos),
    stop: async () => {},
  };
}
