import type { Admission, Caller, LimitState } from "../access/access.ts";
import { networkOf, wideNetworkOf } from "./network.ts";
import type { Count, Counters } from "./counters.ts";
import { type Limits, minuteSeconds, minuteState } from "./limits.ts";
import type { Plan } from "../access/plans.ts";

/** A browser sends five to seven requests for a live challenge; one address may belong to a school. */
const ofNetwork: Plan = { requestsPerMinute: 300, requestsPerMonth: null, concurrentRequests: 16 };

/**
 * Limits of a public key, which anybody can read in a page: one for the key, as large as a minute of its account's plan, and one for each network. None
 * of it counts against the account: strangers must not be able to stop its backend. And no network can take the key's minute from others: it gets at
 * most half, and the other half is reserved for networks that have used less than a tenth.
 */
export interface PublicLimits {
  admit(caller: Pick<Caller, "keyId">, plan: Plan, address: string): Promise<Admission>;
}

/** @param limits counted under names that are no account's */
export function createPublicLimits(limits: Limits, minutes: Counters): PublicLimits {
  const minuteOf = async (keyId: string, network: string, quota: number): Promise<Minute> => {
    const { tenth, open, reserved } = sharesOf(quota);
    const add = (name: string) => minutes.add(`${keyId}:${name}`, 1, minuteSeconds);
    const own = await add(`network:${network}`);
    const fromReserve = own.value <= tenth ? await add("kept") : undefined;
    if (fromReserve && fromReserve.value <= reserved) {
      const left = Math.min(tenth - own.value, reserved - fromReserve.value) + open;
      return { admitted: true, state: minuteState(quota, quota - left, own.resetMs, "key") };
    }
    const asOpen = await add("open");
    const admitted = asOpen.value <= open;
    const again = [own, fromReserve, asOpen].filter((count): count is Count => count !== undefined);
    const resetMs = admitted ? asOpen.resetMs : Math.min(...again.map(({ resetMs }) => resetMs));
    return { admitted, state: minuteState(quota, quota - Math.max(0, open - asOpen.value), resetMs, "key") };
  };

  return {
    admit: async ({ keyId }, plan, address) => {
      const wide = wideNetworkOf(address);
      const { requestsPerMinute: quota, concurrentRequests } = plan;
      const slots = { requestsPerMinute: null, requestsPerMonth: null };
      const ofWide = concurrentRequests === null ? null : Math.max(1, Math.floor(concurrentRequests / 2));
      const held: (() => void)[] = [];
      const release = () => held.forEach((releaseSlot) => releaseSlot());
      try {
        let states: readonly LimitState[] = [];
        for (const [name, its, of] of [
          [`network:${networkOf(address)}`, ofNetwork, "network"],
          [`key:${keyId}:${wide}`, { ...slots, concurrentRequests: ofWide }, "network"],
          [`key:${keyId}`, { ...slots, concurrentRequests }, "key"],
        ] as const) {
          const admission = await limits.admit(name, its, of);
          if (admission.outcome !== "admitted") {
            release();
            return admission;
          }
          held.push(() => admission.release());
          states = admission.limits;
        }
        if (quota === null) return { outcome: "admitted", limits: states, release };
        const { admitted, state } = await minuteOf(keyId, wide, quota);
        const all = [state, ...states];
        if (admitted) return { outcome: "admitted", limits: all, release };
        release();
        return {
          outcome: "rate_limited",
          limits: all,
          reached: state,
          retryAfterSeconds: Math.max(1, state.resetSeconds),
        };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

interface Minute {
  readonly admitted: boolean;
  /** What this network may still use of the key's minute. */
  readonly state: LimitState;
}

/** At least two: a live challenge is two requests, besides those that continue it. */
const leastTenth = 2;

/** A network's first tenth is taken from the reserve; more comes from the open part, first come, first served. */
function sharesOf(quota: number) {
  const tenth = Math.max(leastTenth, Math.floor(quota / 10));
  const half = Math.min(quota, Math.max(tenth, Math.floor(quota / 2)));
  const open = Math.max(0, half - tenth);
  return { tenth, open, reserved: quota - open };
}
