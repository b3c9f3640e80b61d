/** Why a delivery has no answer, or is no longer attempted. */
export const deliveryProblems = [
  "blocked",
  "failed",
  "timeout",
  "endpoint_disabled",
  "endpoint_unverified",
  "rate_limited",
  "secret_lost",
  "given_up",
] as const;
export type DeliveryProblem = (typeof deliveryProblems)[number];
