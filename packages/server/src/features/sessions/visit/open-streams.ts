import { createTally } from "@selfsame/platform/tally";

/** The most streams at once: for one session or one key's events, for one account on this node, and for this node. */
export interface StreamLimits {
  readonly ofOne: number;
  readonly ofAccount: number;
  readonly ofNode: number;
}

/**
 * One session: a person's phone, their computer and some forgotten tabs; each stream polls its session every second. One account gets at most a
 * quarter of the node, so the next account finds room without any stream being closed.
 */
const ofSessions: StreamLimits = { ofOne: 10, ofAccount: 500, ofNode: 2000 };
/** For developers' terminals. */
export const ofListeners: StreamLimits = { ofOne: 5, ofAccount: 25, ofNode: 100 };

/** Counts the open streams on this node. */
export interface OpenStreams {
  /** @returns a function that releases the place; or which limit was reached */
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
