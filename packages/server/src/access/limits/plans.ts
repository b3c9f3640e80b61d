import { z } from "zod";

const limit = z.int().positive().nullable();

const planSchema = z.strictObject({
  requestsPerMinute: limit,
  requestsPerMonth: limit,
  concurrentRequests: limit,
});

/** What an account may do; null is no limit. */
export type Plan = Readonly<z.infer<typeof planSchema>>;
export type Plans = Readonly<Record<string, Plan>>;

const free: Plan = { requestsPerMinute: 20, requestsPerMonth: 1000, concurrentRequests: 2 };

export const defaultPlans: Plans = {
  free,
  pro: { requestsPerMinute: 300, requestsPerMonth: 100_000, concurrentRequests: 16 },
  // As many as the engine's queue takes photos: with more at once some would be turned away as busy anyway, and so callers of every
  // plan learn from the RateLimit headers what is left.
  unlimited: { requestsPerMinute: null, requestsPerMonth: null, concurrentRequests: 256 },
};

/** Plans by name, as JSON in the configuration; they come beside the default ones, or in their place where the name is the same. */
export const plansSchema = z
  .record(z.string().regex(/^[a-z0-9-]{1,32}$/), planSchema)
  .transform((own): Plans => ({ ...defaultPlans, ...own }));

/** An account whose plan is no longer configured gets the smallest: a typing error must not open the house. */
export function planNamed(plans: Plans, name: string): Plan {
  return plans[name] ?? plans["free"] ?? free;
}
