import { z } from "zod";
import { count } from "./basics.ts";

/** What thresholds cost, as the model's calibration counted it. */
export const thresholds = z.object({
  model: z.string(),
  /** The default, a similarity. */
  threshold: z.number(),
  /** Similarities that errors were counted at, rising; empty where nothing was counted. */
  steps: z.array(z.number()),
  genuinePairs: count,
  /** Genuine pairs below each step. */
  refused: z.array(count),
  /** Strangers of one region and gender who pass at each step, by what was learned without their region. */
  groups: z.array(z.object({ group: z.string(), pairs: count, passed: z.array(count) })),
  /** Genuine pairs by what is known of the people, such as their gender: how many lie below each step. */
  genuineGroups: z.array(z.object({ group: z.string(), pairs: count, people: count, refused: z.array(count) })),
});
export type Thresholds = z.output<typeof thresholds>;
