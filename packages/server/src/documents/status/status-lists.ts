/** Fetches status lists from their issuers, and caches them for as long as they say. */
import type { GuardedFetch } from "@selfsame/platform/outbound/guarded-fetch";
import { createTurns, inTurn } from "@selfsame/platform/turns";
import type { StatusDemand } from "./status-demand.ts";

interface StatusToken {
  readonly bytes: Uint8Array;
  readonly fetchedAtMs: number;
}

export interface StatusLists {
  /** For accounts that have not chosen. */
  readonly usual: StatusDemand;
  /** @returns undefined if the list cannot be fetched; after a failure it is not fetched again for a minute */
  fetch(accountId: string, uri: string, signal: AbortSignal): Promise<StatusToken | undefined>;
  /** Caches a fetched token until the time that its verified content allows. */
  retain(accountId: string, uri: string, token: StatusToken, untilMs: number): void;
  /** Called if the token is no valid list: it is not fetched again for a minute. */
  reject(accountId: string, uri: string): void;
}

interface StatusListsDeps {
  readonly usual: StatusDemand;
  readonly fetch: GuardedFetch;
  readonly now: () => number;
}

/** Cached lists, each of at most 512 KB by the guarded fetch. An account needs one for each issuer's list that its users have. */
const listsMax = 64;
const listsOfAccountMax = 8;
/** How long a list is not fetched again after a failure. */
const failedMs = 60_000;
/** Fetches of one account, each of five seconds at most: at a time, and waiting. */
const [fetchesAtOnce, fetchesWaiting] = [4, 32];

interface Entry {
  readonly accountId: string;
  /** Undefined for a list that could not be fetched. */
  readonly token: StatusToken | undefined;
  readonly untilMs: number;
}

export function createStatusLists({ usual, fetch, now }: StatusListsDeps): StatusLists {
  const entries = new Map<string, Entry>();
  const underWay = new Map<string, Promise<StatusToken | undefined>>();
  const turns = createTurns(fetchesAtOnce, fetchesWaiting);

  function remember(accountId: string, uri: string, token: StatusToken | undefined, untilMs: number): void {
    entries.delete(keyOf(accountId, uri));
    const own = keysOf(entries, accountId);
    const largest = own.length < listsOfAccountMax && entries.size >= listsMax ? largestShare(entries) : own;
    // Removes the oldest list of the account itself, or of the account that has most, so that one account does not displace the lists of others.
    if (own.length >= listsOfAccountMax || entries.size >= listsMax) entries.delete(largest[0] ?? "");
    entries.set(keyOf(accountId, uri), { accountId, token, untilMs });
  }

  async function fetchInTurn(accountId: string, uri: string): Promise<StatusToken | undefined> {
    const bytes = await inTurn(turns, accountId, () => ask(fetch, uri));
    if (bytes === "no_turn") return undefined;
    if (!bytes) remember(accountId, uri, undefined, now() + failedMs);
    return bytes && { bytes, fetchedAtMs: now() };
  }

  return {
    usual,
    async fetch(accountId, uri, signal) {
      const key = keyOf(accountId, uri);
      const entry = entries.get(key);
      if (entry && entry.untilMs > now()) return entry.token;
      entries.delete(key);
      // Concurrent requests for a list wait for the same fetch.
      const fetched = underWay.get(key) ?? fetchInTurn(accountId, uri).finally(() => underWay.delete(key));
      underWay.set(key, fetched);
      const token = await fetched;
      signal.throwIfAborted();
      return token;
    },
    retain: remember,
    reject: (accountId, uri) => remember(accountId, uri, undefined, now() + failedMs),
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

async function ask(fetch: GuardedFetch, uri: string): Promise<Uint8Array | undefined> {
  const headers = { accept: "application/statuslist+jwt, application/statuslist+cwt" };
  try {
    const response = await fetch(uri, { method: "GET", headers });
    return response.status === 200 ? new Uint8Array(await response.arrayBuffer()) : undefined;
  } catch {
    // Any failure counts as no list; the caller's result reports it.
    return undefined;
  }
}
