import type { Counters } from "../../../accounts/limits/counters.ts";
import { networkOf } from "../../../accounts/limits/network.ts";

/** Seconds until it may be tried again; undefined: go on. */
type Wait = Promise<number | undefined>;

/** Of the page's own requests: who has a link has no key, and must not use up what the account's plan has. */
export interface LinkLimits {
  /** A wrong secret. The right one is never refused for others' guesses: behind one address there may be a school. */
  wrong(address: string): Wait;
  ask(address: string): Wait;
  /** What makes work, by session: a link that is passed around must not be a way to load the service. */
  work(sessionId: string): Wait;
  /** Of selfies that may spare a challenge, by account and network: who tries many finds one that passes. */
  check(accountId: string, address: string): Wait;
}

/** So many in so many seconds. */
export const linkLimits = {
  wrong: { max: 20, seconds: 600 },
  ask: { max: 600, seconds: 60 },
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
    work: (sessionId) => count("work", sessionId),
    check: (accountId, address) => count("check", `${accountId}:${networkOf(address)}`),
  };
}
