import { z } from "zod";

const limitProblem = "must be a whole number above 0, or null for no limit";
const limit = z.int(limitProblem).positive(limitProblem).nullable();

const limits = { requestsPerMinute: limit, requestsPerMonth: limit, concurrentRequests: limit };
const planSchema = z.strictObject(limits, {
  error: (issue) =>
    issue.code === "unrecognized_keys"
      ? `has ${issue.keys.map((key) => `"${key}"`).join(", ")}, which is no limit; limits are ${Object.keys(limits).join(", ")}`
      : `must have the limits ${Object.keys(limits).join(", ")}`,
});

/** Limits of an account; null is no limit. */
export type Plan = Readonly<z.infer<typeof planSchema>>;
export type Plans = Readonly<Record<string, Plan>>;

const free: Plan = { requestsPerMinute: 20, requestsPerMonth: 1000, concurrentRequests: 2 };

export const defaultPlans: Plans = {
  free,
  pro: { requestsPerMinute: 300, requestsPerMonth: 100_000, concurrentRequests: 16 },
  // As many as the engine's queue holds: with more, some would be rejected as busy anyway. And the RateLimit headers tell callers of every plan what is left.
  unlimited: { requestsPerMinute: null, requestsPerMonth: null, concurrentRequests: 256 },
};

/** Plans by name, as JSON in the configuration; they extend or replace the default ones. */
export const plansSchema = z
  .record(z.string().regex(/^[a-z0-9-]{1,32}$/), planSchema, {
    error: (issue) =>
      issue.code === "invalid_key" ? "is no name for a plan: 1 to 32 of a-z, 0-9 and -" : "must be JSON, plans by name",
  })
  .transform((own): Plans => ({ ...defaultPlans, ...own }));

/** An account whose plan is no longer configured gets the smallest: a typing error must not lift limits. */
export function planNamed(plans: Plans, name: string): Plan {
  return (Object.hasOwn(plans, name) ? plans[name] : plans["free"]) ?? free;
}
