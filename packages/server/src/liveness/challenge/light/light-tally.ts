import type { Kysely } from "kysely";
import type { Schema } from "../../../platform/store/schema.ts";
import type { Store } from "../../../platform/store/store.ts";
import type { LightJudgment, LightResult } from "./judge-light.ts";

/** How often each result and correlation came, by day: nothing of an account or a person. */
export interface LightTally {
  /** @param passed whether every other check of the challenge was passed */
  add(transaction: Kysely<Schema>, judgment: LightJudgment, passed: boolean): Promise<void>;
}

const dayMs = 24 * 3600_000;
/** Hundredths. Results without a correlation have one that no cell has: the lowest two cells are one. */
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
  /** From here to 0.05 more; null where nothing was measured. */
  readonly correlation: number | null;
  readonly count: number;
}

/** Summed over all days from this moment on, by correlation. */
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
