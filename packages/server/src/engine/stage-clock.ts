import type { Model, Models } from "@selfsame/face/model";

/** Milliseconds by stage: `decode`, each model by its role, and `pixels`, what is done between them. */
export type StagesMs = Readonly<Record<string, number>>;

export interface StageClock {
  /** The same models, with a clock around each run. */
  readonly models: Models;
  /** Runs one task and tells where its time went. One task at a time, as a worker does them. */
  time<Result>(task: () => Promise<Result>): Promise<{ readonly result: Result; readonly stagesMs: StagesMs }>;
}

export function createStageClock(models: Models, now: () => number = () => performance.now()): StageClock {
  let spentMs: Record<string, number> = {};
  let firstRunMs: number | undefined;
  const clocked = (role: string, model: Model): Model => ({
    async run(input) {
      const startedMs = now();
      firstRunMs ??= startedMs;
      const outputs = await model.run(input);
      spentMs[role] = (spentMs[role] ?? 0) + now() - startedMs;
      return outputs;
    },
  });
  return {
    models: Object.fromEntries(
      Object.entries(models).map(([role, model]) => [role, clocked(role, model as Model)]),
    ) as never,
    async time(task) {
      spentMs = {};
      firstRunMs = undefined;
      const startedMs = now();
      const result = await task();
      const totalMs = now() - startedMs;
      // What comes before the first model is opening the photo; the little that is drawn for the detector counts with it.
      const decode = (firstRunMs ?? now()) - startedMs;
      const inModels = Object.values(spentMs).reduce((sum, ms) => sum + ms, 0);
      const pixels = Math.max(0, totalMs - decode - inModels);
      return { result, stagesMs: firstRunMs === undefined ? { decode } : { decode, ...spentMs, pixels } };
    },
  };
}
