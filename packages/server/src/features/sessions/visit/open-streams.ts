import { createTally } from "../../../platform/tally.ts";

/** How many may follow at once: one thing (a session, or the events of a key), and on this node those of one account, and all. */
export interface StreamLimits {
  readonly ofOne: number;
  readonly ofAccount: number;
  readonly ofNode: number;
}

/**
 * A person's phone, their computer, and some forgotten tabs; each polls its session every second. An account has a quarter even where no other
 * account follows one: the next account finds room without anyone being cut off.
 */
const ofSessions: StreamLimits = { ofOne: 10, ofAccount: 500, ofNode: 2000 };
/** Developers' terminals. */
export const ofListeners: StreamLimits = { ofOne: 5, ofAccount: 25, ofNode: 100 };

/** How many follow sessions on this node. */
export interface OpenStreams {
  /** @returns what gives the place back; or what has no place left */
  take(session: { readonly id: string; readonly account_id: string }): (() => void) | "session" | "account" | "node";
}

export function createOpenStreams({ ofOne, ofAccount: ofAccountMax, ofNode }: StreamLimits = ofSessions): OpenStreams {
  const ofSession = createTally();
  const ofAccount = createTally();
  return {
    take: ({ id, account_id }) => {
      if (ofSession.of(id) >= ofOne) return "session";
      if (ofAccount.of(account_id) >= ofAccountMax) return "account";
      if (ofAccount.total >= ofNode) return "node";
      const count = (one: 1 | -1) => {
        ofSession.add(id, one);
        ofAccount.add(account_id, one);
      };
      count(1);
      return () => count(-1);
    },
  };
}
