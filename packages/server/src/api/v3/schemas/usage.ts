import { z } from "zod";

const day = z.iso.date();
const whole = z.int().min(0);
const milliseconds = z.number().min(0).nullable();

const usageGroups = ["key", "day", "endpoint", "outcome"] as const;

export const usageQuerySchema = z.strictObject({
  from: day.optional().meta({ description: "The first day, UTC. Default: 29 days before `to`." }),
  to: day.optional().meta({ description: "The last day, UTC, included. Default: today." }),
  by: z.enum(usageGroups).default("day").meta({ description: "What each row counts." }),
});

const counts = {
  requests: whole,
  p50_ms: milliseconds.meta({ description: "Half of the requests took less; null if there were none." }),
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
      .meta({ description: "Days in order; other rows by requests, most first. Rows without requests are omitted." }),
    total: z.object(counts),
  })
  .meta({ id: "Usage" });
