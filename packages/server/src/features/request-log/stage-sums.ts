import type { ObserveStage } from "@selfsame/photo/engine/engine";

/** Milliseconds by stage. Several photos are analyzed in parallel, so the sum may exceed the request's duration. */
export type StagesMs = Readonly<Record<string, number>>;

export interface StageSums {
  readonly add: ObserveStage;
  /** Rounded to a tenth of a millisecond, in the order of first occurrence. */
  now(): StagesMs;
}

export function createStageSums(): StageSums {
  const sums = new Map<string, number>();
  return {
    add: (stage, durationMs) => sums.set(stage, (sums.get(stage) ?? 0) + durationMs),
    now: () => Object.fromEntries(Array.from(sums, ([stage, ms]) => [stage, tenths(ms)])),
  };
}

export const tenths = (ms: number): number => Math.round(ms * 10) / 10;
