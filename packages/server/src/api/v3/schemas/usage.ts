import { z } from "zod";

const day = z.iso.date();
const whole = z.int().min(0);
const milliseconds = z.number().min(0).nullable();

const usageGroups = ["key", "day", "endpoint", "outcome"] as const;

export const usageQuerySchema = z.strictObject({
  from: day.optional().meta({ description: "The first day, UTC. 29 days before `to` unless given." }),
  to: day.optional().meta({ description: "The last day, UTC, which counts. Today unless given." }),
  by: z.enum(usageGroups).default("day").meta({ description: "What the rows are of." }),
});

const counts = {
  requests: whole,
  p50_ms: milliseconds.meta({ description: "Half of the requests took less; null where there were none." }),
  p95_ms: milliseconds,
};

export const usageSchema = z
  .object({
    from: day,
    to: day,
    by: z.enum(usageGroups),
    rows: z
      .array(
        z.object({
          group: z.string().meta({ description: "A day, or the id of a key, an endpoint or an outcome." }),
          ...counts,
        }),
      )
      .meta({ description: "Days in order, the others by requests, the most first. Without those that have none." }),
    total: z.object(counts),
  })
  .meta({ id: "Usage" });
