import { jobKinds } from "../../queue/kinds.ts";

/** For tests: what a killed node had is another's after two seconds. */
export const testKinds = Object.fromEntries(
  Object.entries(jobKinds).map(([name, kind]) => [name, { ...kind, leaseSeconds: 2 }]),
);
