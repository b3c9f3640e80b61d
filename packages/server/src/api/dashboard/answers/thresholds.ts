import { z } from "zod";
import { count } from "./basics.ts";

/** Error rates by threshold, from the model's calibration. */
export const thresholds = z.object({
  model: z.string(),
  /** The default threshold, a similarity. */
  threshold: z.number(),
  /** Similarities at which errors were counted, ascending; empty without a calibration. */
  steps: z.array(z.number()),
  genuinePairs: count,
  /** Genuine pairs below each step. */
  refused: z.array(count),
  /** Impostor pairs of one region and gender that match at each step, measured with calibration data without their region. */
  groups: z.array(z.object({ group: z.string(), pairs: count, passed: z.array(count) })),
  /** Genuine pairs by demographic group, such as gender: how many lie below each step. */
  genuineGroups: z.array(z.object({ group: z.string(), pairs: count, people: count, refused: z.array(count) })),
});
export type Thresholds = z.output<typeof thresholds>;
