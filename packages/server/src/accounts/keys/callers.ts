import type { Store } from "@selfsame/platform/store/store";
import { StoreUnavailable } from "@selfsame/platform/store/outage";
import type { Caller, KeyEnd } from "../access/access.ts";
import { switchesOfRow, switchWires } from "../access/key-switches.ts";
import { budgetsOfAncestors } from "./origin.ts";
import { boundsOf } from "./bounds.ts";
import { hashKey, isWellFormed } from "./format.ts";

interface KnownKey {
  readonly caller: Caller;
  readonly expiresAtMs: number | null;
  readonly addressRanges: readonly string[];
}

/** A known key that no longer works. */
interface EndedKey {
  readonly keyId: string;
  readonly accountId: string;
  readonly why: KeyEnd;
}

export interface Callers {
  /** @returns undefined if the key is unknown. @throws StoreUnavailable */
  find(key: string): Promise<Found>;
  /** By the key's id: for contracts with signed requests, which do not contain the key. @throws StoreUnavailable */
  findById(keyId: string): Promise<Found>;
  /** Must be called after every change of keys, plans or domains on this node. */
  forget(): void;
}

/** Longer texts are no keys. */
const keyLengthMax = 200;
const rememberedMax = 10_000;

/** A cached key is read again after this time, which bounds the delay of changes on other nodes. */
const freshMs = 5000;
/** While the database is away, a key read within this time still works. */
const staleMs = 60_000;

/**
 * Finds keys by their hash, so no comparison leaks how much of a guess was right. With the embedded database each request reads it again: that costs
 * less than a cache would save, and a key revoked on the command line is rejected at once.
 */
export function createCallers(store: Store, now: () => number): Callers {
  const missed = new Map<string, { readonly refused: EndedKey | undefined; readonly atMs: number }>();
  const oddKeys = createOddKeys(store, now);
  const remembered = new Map<string, { readonly known: KnownKey; readonly foundAtMs: number }>();
  const loading = new Map<string, Promise<Found>>();
  let generation = 0;

  const load = async (hash: string) => {
    const begun = generation;
    const found = await store.run(() => loadKey(store, hash));
    // A result read before a change on this node must not be cached after it.
    if (begun !== generation) return found;
    remembered.delete(hash);
    if (isKnown(found)) remembered.set(hash, { known: found, foundAtMs: now() });
    else missed.set(hash, { refused: found, atMs: now() });
    if (missed.size > rememberedMax) missed.delete(missed.keys().next().value ?? "");
    if (remembered.size > rememberedMax) remembered.delete(remembered.keys().next().value ?? "");
    return found;
  };

  const loadOnce = (hash: string) => {
    const begun = loading.get(hash);
    if (begun) return begun;
    const promise = load(hash).finally(() => {
      if (loading.get(hash) === promise) loading.delete(hash);
    });
    loading.set(hash, promise);
    return promise;
  };

  /** @param hash of the key, or its id */
  const findByHash = async (hash: string): Promise<Found> => {
    if (store.kind === "sqlite") return loadKey(store, hash);
    const found = remembered.get(hash);
    const sinceMs = found ? now() - found.foundAtMs : Infinity;
    // The clock was set back: the age is unknown, so it counts as old.
    const ageMs = sinceMs < 0 ? Infinity : sinceMs;
    if (found && ageMs < freshMs) return found.known;
    const miss = missed.get(hash);
    if (miss !== undefined && now() - miss.atMs < freshMs) return miss.refused;
    missed.delete(hash);
    try {
      return await loadOnce(hash);
    } catch (error) {
      if (found && ageMs < staleMs && error instanceof StoreUnavailable) return found.known;
      throw error;
    }
  };

  return {
    find: async (key) => {
      if (key.length > keyLengthMax) return undefined;
      const hash = hashKey(key);
      const isOdd = store.kind === "postgres" && !remembered.has(hash) && !isWellFormed(key);
      if (isOdd && !(await oddKeys.has(hash))) return undefined;
      return judged(await findByHash(hash), now());
    },
    findById: async (keyId) => judged(await findByHash(keyId), now()),
    forget: () => {
      generation++;
      remembered.clear();
      missed.clear();
      loading.clear();
      oddKeys.forget();
    },
  };
}

/** Keys without our checksum, which an operator may set. Read all at once, so that a flood of made-up keys costs the database one query in 5 seconds. */
function createOddKeys(store: Store, now: () => number) {
  let asked: { readonly atMs: number; readonly hashes: Promise<ReadonlySet<string>> } | undefined;
  const load = async () => {
    const rows = await store.run(() =>
      store.db.selectFrom("api_keys").select("hash").where("well_formed", "=", 0).execute(),
    );
    return new Set(rows.map(({ hash }) => hash));
  };
  return {
    has: async (hash: string) => {
      if (!asked || now() - asked.atMs >= freshMs) asked = { atMs: now(), hashes: load() };
      const { hashes } = asked;
      try {
        return (await hashes).has(hash);
      } catch (error) {
        if (asked?.hashes === hashes) asked = undefined;
        throw error;
      }
    },
    forget: () => (asked = undefined),
  };
}

/** For work that continues after its request: what its key may do now. @returns undefined if it may do nothing */
export async function callerOfKey(store: Store, keyId: string, nowMs: number): Promise<Caller | undefined> {
  const found = judged(await loadKey(store, keyId), nowMs);
  return isKnown(found) ? found.caller : undefined;
}

type Found = KnownKey | EndedKey | undefined;

const isKnown = (found: Found): found is KnownKey => found !== undefined && "caller" in found;

function judged(found: Found, nowMs: number): Found {
  if (!isKnown(found) || found.expiresAtMs === null || found.expiresAtMs > nowMs) return found;
  const { keyId, accountId } = found.caller;
  return { keyId, accountId, why: "expired" };
}

/** @param value the key's hash, or its id */
async function loadKey({ db }: Store, value: string): Promise<Found> {
  const column = value.startsWith("key_") ? "api_keys.id" : "api_keys.hash";
  const key = await db
    .selectFrom("api_keys")
    .innerJoin("accounts", "accounts.id", "api_keys.account_id")
    .where(column, "=", value)
    .select([
      "api_keys.id",
      "api_keys.account_id",
      "api_keys.kind",
      "api_keys.test",
      "api_keys.allowed_origins",
      "api_keys.expires_at_ms",
      "api_keys.revoked_at_ms",
      "accounts.closed_at_ms",
      ...switchWires.map((wire) => `api_keys.${wire}` as const),
      "accounts.passive_liveness_required",
      "api_keys.challenge_mode",
      "accounts.challenge_mode as team_challenge_mode",
      "api_keys.threshold",
      "accounts.threshold as team_threshold",
      "api_keys.scopes",
      "api_keys.address_ranges",
      "api_keys.requests_per_minute",
      "api_keys.requests_per_month",
      "api_keys.concurrent_requests",
      "accounts.plan",
      "api_keys.budget_id",
      "api_keys.ancestors",
    ])
    .executeTakeFirst();
  if (!key) return undefined;
  const { id: keyId, account_id: accountId } = key;
  if (key.revoked_at_ms !== null) return { keyId, accountId, why: "revoked" };
  if (key.closed_at_ms !== null) return { keyId, accountId, why: "closed" };
  const domains = await db.selectFrom("allowed_domains").select("domain").where("account_id", "=", accountId).execute();
  const { scopes, addressRanges, limits } = boundsOf(key);
  return {
    expiresAtMs: key.expires_at_ms,
    addressRanges,
    caller: {
      keyId,
      accountId,
      kind: key.kind,
      test: key.test === 1,
      plan: key.plan,
      allowedOrigins: JSON.parse(key.allowed_origins) as string[],
      allowedDomains: domains.map(({ domain }) => domain),
      ...switchesOfRow(key),
      requirePassiveLiveness: key.require_passive_liveness === 1 || key.passive_liveness_required === 1,
      challengeMode: key.challenge_mode ?? key.team_challenge_mode,
      threshold: key.threshold ?? key.team_threshold,
      scopes,
      budgets: [{ id: key.budget_id ?? keyId, keyId, limits }, ...(await budgetsOfAncestors(db, key.ancestors))],
    },
  };
}
