import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import type { LightJudgment, LightResult } from "./judge-light.ts";

/** Counts of results and correlations by day, without any account or person. */
export interface LightTally {
  /** @param passed whether the challenge passed all other checks */
  add(transaction: Kysely<Schema>, judgment: LightJudgment, passed: boolean): Promise<void>;
}

const dayMs = 24 * 3600_000;
/** Hundredths. Stands for "no correlation"; the lowest two cells share a value, so this one is free. */
const none = -100;
const lowest = -95;
const cell = 5;

export function createLightTally(now: () => number): LightTally {
  return {
    add: async (transaction, { result, correlation }, passed) => {
      await transaction
        .insertInto("challenge_light")
        .values({
          day_ms: Math.floor(now() / dayMs) * dayMs,
          result,
          passed: Number(passed),
          correlation: correlation === null ? none : Math.max(lowest, Math.floor((100 * correlation) / cell) * cell),
          count: 1,
        })
        .onConflict((conflict) =>
          conflict
            .columns(["day_ms", "result", "passed", "correlation"])
            .doUpdateSet((e) => ({ count: e("challenge_light.count", "+", 1) })),
        )
        .execute();
    },
  };
}

export interface LightCount {
  readonly result: LightResult;
  readonly passed: boolean;
  /** Lower end of a cell 0.05 wide; null if nothing was measured. */
  readonly correlation: number | null;
  readonly count: number;
}

/** Sums over all days since this moment, by correlation. */
export async function countLight({ db }: Store, fromMs: number): Promise<LightCount[]> {
  const rows = await db
    .selectFrom("challenge_light")
    .select((e) => ["result", "passed", "correlation", e.fn.sum("count").as("count")])
    .where("day_ms", ">=", fromMs)
    .groupBy(["result", "passed", "correlation"])
    .orderBy("correlation")
    .execute();
  return rows.map(({ result, passed, correlation, count }) => ({
    result: result as LightResult,
    passed: passed === 1,
    correlation: correlation === none ? null : correlation / 100,
    count: Number(count),
  }));
}
