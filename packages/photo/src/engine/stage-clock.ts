import type { Model, Models } from "@selfsame/face/model";

/** Milliseconds by stage: `decode`, each model by its role, and `pixels` for the work between them. */
type StagesMs = Readonly<Record<string, number>>;

/** Start and end of each stage, in milliseconds since the task began. Consecutive runs of one model are one stage; the time between stages is `pixels`. */
type StageTimes = readonly { readonly stage: string; readonly startMs: number; readonly endMs: number }[];

export interface Timed<Result> {
  readonly result: Result;
  readonly stagesMs: StagesMs;
  readonly stageTimes: StageTimes;
  readonly totalMs: number;
}

export interface StageClock {
  /** The same models, with a clock around each run. */
  readonly models: Models;
  /** Runs one task and measures its stages. One task at a time, as workers run them. */
  time<Result>(task: () => Promise<Result>): Promise<Timed<Result>>;
}

export function createStageClock(models: Models, now: () => number = () => performance.now()): StageClock {
  let spentMs: Record<string, number> = {};
  let runs: { readonly stage: string; readonly startMs: number; endMs: number }[] = [];
  const clocked = (role: string, model: Model): Model => ({
    async run(input) {
      const startMs = now();
      const outputs = await model.run(input);
      const endMs = now();
      spentMs[role] = (spentMs[role] ?? 0) + endMs - startMs;
      const last = runs.at(-1);
      if (last?.stage === role) last.endMs = endMs;
      else runs.push({ stage: role, startMs, endMs });
      return outputs;
    },
  });
  const { spoof, second, align, covered, overlay, blend, ...others } = models;
  return {
    models: {
      ...(Object.fromEntries(
        Object.entries(others).map(([role, model]) => [role, clocked(role, model)]),
      ) as unknown as typeof others),
      ...(align && { align: clocked("landmarks", align) }),
      ...(covered && { covered: clocked("covered", covered) }),
      ...(overlay && { overlay: clocked("overlay", overlay) }),
      ...(blend && { blend: clocked("blend", blend) }),
      ...(second && { second: clocked("embed", second) }),
      spoof: spoof.map((model) => clocked("spoof", model)),
    },
    async time(task) {
      spentMs = {};
      runs = [];
      const startedMs = now();
      const result = await task();
      const endedMs = now();
      const totalMs = endedMs - startedMs;
      // The time before the first model is spent opening the photo; scaling for the detector is counted with it.
      const decode = (runs[0]?.startMs ?? endedMs) - startedMs;
      const inModels = Object.values(spentMs).reduce((sum, ms) => sum + ms, 0);
      const pixels = Math.max(0, totalMs - decode - inModels);
      const since = runs.map(({ stage, startMs, endMs }) => ({
        stage,
        startMs: startMs - startedMs,
        endMs: endMs - startedMs,
      }));
      return {
        result,
        stagesMs: runs.length === 0 ? { decode } : { decode, ...spentMs, pixels },
        stageTimes: [{ stage: "decode", startMs: 0, endMs: decode }, ...since],
        totalMs,
      };
    },
  };
}
