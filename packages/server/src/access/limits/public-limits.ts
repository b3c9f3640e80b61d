import type { Admission, Caller } from "../access.ts";
import { networkOf } from "../accounts/network.ts";
import type { Limits } from "./limits.ts";
import type { Plan } from "./plans.ts";

/** A person's browser sends a handful of requests; behind one address there may be a school. */
const ofNetwork: Plan = { requestsPerMinute: 120, requestsPerMonth: null, concurrentRequests: 16 };

/**
 * Limits of a public key, which anybody can read off a page: its own, as large as a minute of its account's plan, and each network's. None
 * of it counts against the account: what strangers do with the key must not stop its owner's backend.
 *
 * @param limits counted by names that are no account's
 */
export async function admitPublic(limits: Limits, caller: Caller, plan: Plan, address: string): Promise<Admission> {
  const network = await limits.admit(`network:${networkOf(address)}`, ofNetwork);
  if (network.outcome !== "admitted") return network;
  const key = await limits.admit(`key:${caller.keyId}`, { ...plan, requestsPerMonth: null });
  if (key.outcome !== "admitted") {
    network.release();
    return key;
  }
  const release = () => {
    network.release();
    key.release();
  };
  return { ...key, release };
}
