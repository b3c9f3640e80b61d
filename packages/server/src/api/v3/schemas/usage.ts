import { z } from "zod";
import { searched } from "./common.ts";

const day = z.iso.date();
const whole = z.int().min(0);
const milliseconds = z.number().min(0).nullable();

const moment = z.union([day, z.iso.datetime()]);

const usageSplits = ["key", "endpoint", "outcome"] as const;
const usageGroups = ["key", "day", "endpoint", "outcome", "hour", "month"] as const;

export const usageQuerySchema = z.strictObject({
  from: moment.optional().meta({ description: "The first day, UTC, or a time. Default: 29 days before `to`." }),
  to: moment.optional().meta({
    description: "The last day, UTC, included; or a time, excluded. Default: today. Usage is counted by the hour.",
  }),
  by: z.enum(usageGroups).default("day").meta({ description: "What each row counts." }),
  split: z.enum(usageSplits).optional().meta({
    description: "With `by` `hour`, `day` or `month`: a row for each key, endpoint or outcome of that time.",
  }),
  key_id: searched.meta({ description: "Only requests of this key." }),
});

const counts = {
  requests: whole,
  duration_ms: z.number().min(0).meta({ description: "The times of all requests together." }),
  p50_ms: milliseconds.meta({ description: "Half of the requests took less; null if there were none." }),
  p95_ms: milliseconds,
};

export const usageSchema = z
  .object({
    from: moment,
    to: moment,
    by: z.enum(usageGroups),
    rows: z
      .array(
        z.object({
          group: z.string().meta({
            description: "An hour, day or month, such as `2026-11-22`, or the id of a key, an endpoint or an outcome.",
          }),
          split: z
            .string()
            .optional()
            .meta({ description: "With `split`: the id of a key, an endpoint or an outcome." }),
          ...counts,
        }),
      )
      .meta({ description: "Times in order; other rows by requests, most first. Rows without requests are omitted." }),
    total: z.object(counts),
    keys: z
      .record(
        z.string(),
        z.object({
          name: z.string(),
          display: z.string().meta({ description: "The key with its middle left out." }),
          account: z.string().optional().meta({ description: "For operators who read the usage of all accounts." }),
        }),
      )
      .optional()
      .meta({ description: "By id, the keys that rows name, except deleted ones." }),
  })
  .meta({ id: "Usage" });
export type Usage = z.output<typeof usageSchema>;
