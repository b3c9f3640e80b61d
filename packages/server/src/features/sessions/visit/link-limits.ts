import type { Counters } from "../../../accounts/limits/counters.ts";
import { networkOf } from "../../../accounts/limits/network.ts";

/** Seconds until a retry is allowed; undefined: allowed now. */
type Wait = Promise<number | undefined>;

/** Rate limits of the page's requests. The holder of a link has no key, and must not use up the account's plan. */
export interface LinkLimits {
  /** For a wrong secret, by address. It never rejects the right secret: a whole school may share one address. */
  wrong(address: string): Wait;
  ask(address: string): Wait;
  /** For public pages, logos and keys: what anyone reads without a link. */
  read(address: string): Wait;
  /** For requests that cost work, by session: a shared link must not load the service. */
  work(sessionId: string): Wait;
  /** For selfies that may replace a challenge, by account and network: an attacker who tries many photos finds one that passes. */
  check(accountId: string, address: string): Wait;
}

/** At most `max` requests in `seconds`. */
export const linkLimits = {
  wrong: { max: 20, seconds: 600 },
  ask: { max: 600, seconds: 60 },
  read: { max: 600, seconds: 60 },
  work: { max: 120, seconds: 3600 },
  check: { max: 10, seconds: 600 },
} as const;

export function createLinkLimits(counters: Counters): LinkLimits {
  const count = async (kind: keyof typeof linkLimits, name: string): Wait => {
    const { max, seconds } = linkLimits[kind];
    const { value, resetMs } = await counters.add(`${kind}:${name}`, 1, seconds);
    return value > max ? Math.max(1, Math.ceil(resetMs / 1000)) : undefined;
  };
  return {
    wrong: (address) => count("wrong", networkOf(address)),
    ask: (address) => count("ask", networkOf(address)),
    read: (address) => count("read", networkOf(address)),
    work: (sessionId) => count("work", sessionId),
    check: (accountId, address) => count("check", `${accountId}:${networkOf(address)}`),
  };
}
