/** Status lists, fetched from their issuers and used again for as long as they say. */
import type { GuardedFetch } from "../../platform/outbound/guarded-fetch.ts";

/** What becomes of a document whose status cannot be learned: accepted, or rejected. */
export const statusDemands = ["off", "if_reachable", "require"] as const;
export type StatusDemand = (typeof statusDemands)[number];

interface StatusToken {
  readonly bytes: Uint8Array;
  readonly fetchedAtMs: number;
}

export interface StatusLists {
  readonly demand: StatusDemand;
  /** @returns undefined where there is no answer, or none that may be one */
  fetch(accountId: string, uri: string, signal: AbortSignal): Promise<StatusToken | undefined>;
  /** What its signature says of a token that was fetched: until when it is used again. */
  retain(accountId: string, uri: string, token: StatusToken, untilMs: number): void;
}

interface StatusListsDeps {
  readonly demand: StatusDemand;
  readonly fetch: GuardedFetch;
  readonly now: () => number;
}

/** Of the guarded fetch's 512 KB each. An account has a place for each issuer's list that its people use. */
const listsMax = 64;
const listsOfAccountMax = 8;

interface Entry extends StatusToken {
  readonly accountId: string;
  readonly untilMs: number;
}

export function createStatusLists({ demand, fetch, now }: StatusListsDeps): StatusLists {
  const entries = new Map<string, Entry>();
  return {
    demand,
    async fetch(accountId, uri, signal) {
      const key = keyOf(accountId, uri);
      const entry = entries.get(key);
      if (entry && entry.untilMs > now()) return entry;
      entries.delete(key);
      const bytes = await ask(fetch, uri, signal);
      return bytes && { bytes, fetchedAtMs: now() };
    },
    retain(accountId, uri, { bytes, fetchedAtMs }, untilMs) {
      entries.delete(keyOf(accountId, uri));
      const own = keysOf(entries, accountId);
      const largest = own.length < listsOfAccountMax && entries.size >= listsMax ? largestShare(entries) : own;
      // The oldest of the account's own, or of the account that has most: one account does not drive out the others'.
      if (own.length >= listsOfAccountMax || entries.size >= listsMax) entries.delete(largest[0] ?? "");
      entries.set(keyOf(accountId, uri), { accountId, bytes, fetchedAtMs, untilMs });
    },
  };
}

const keyOf = (accountId: string, uri: string): string => JSON.stringify([accountId, uri]);

const keysOf = (entries: ReadonlyMap<string, Entry>, accountId: string): readonly string[] =>
  Array.from(entries).flatMap(([key, entry]) => (entry.accountId === accountId ? [key] : []));

function largestShare(entries: ReadonlyMap<string, Entry>): readonly string[] {
  const accounts = new Set(Array.from(entries.values(), ({ accountId }) => accountId));
  return Array.from(accounts, (accountId) => keysOf(entries, accountId)).reduce((most, keys) =>
    keys.length > most.length ? keys : most,
  );
}

async function ask(fetch: GuardedFetch, uri: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
  const headers = { accept: "application/statuslist+jwt, application/statuslist+cwt" };
  try {
    const response = await fetch(uri, { method: "GET", headers, signal });
    return response.status === 200 ? new Uint8Array(await response.arrayBuffer()) : undefined;
  } catch {
    signal.throwIfAborted();
    // Whatever the host did: that it cannot be asked is the answer, and stands in the caller's.
    return undefined;
  }
}
